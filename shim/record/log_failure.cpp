#include "shim/record/log_failure.h"

#include <cerrno>

namespace detshim::record {
namespace {

struct Reason {
  int error;
  const char* text;
  const char* remedy;
};

constexpr const char* kOtherFolder =
    "set DETSHIM_LOG to a file in a folder that you may write to, or to stderr";
constexpr const char* kOtherFile = "set DETSHIM_LOG to another file, or to stderr (the word alone)";
constexpr const char* kMakeRoom =
    "make room, or set DETSHIM_LOG to a file elsewhere; lines are lost until then";
constexpr Reason kReasons[] = {
    {ENOENT, "its folder does not exist",
     "create the folder, or set DETSHIM_LOG to a file elsewhere"},
    {ENOTDIR, "a part of its path is not a folder", kOtherFolder},
    {EACCES, "permission denied", kOtherFolder},
    {EPERM, "operation not permitted", kOtherFolder},
    {EROFS, "the file system is read-only", kOtherFolder},
    {EISDIR, "it is a folder", kOtherFile},
    {ELOOP, "too many symbolic links", kOtherFile},
    {ENXIO, "nobody reads from it", kOtherFile},
    {ETXTBSY, "it is a running program", kOtherFile},
    {ENAMETOOLONG, "its name is too long", kOtherFile},
    {ENOSPC, "no space left on the device", kMakeRoom},
    {EDQUOT, "the disk quota is used up", kMakeRoom},
    {EFBIG, "it has reached the file size limit",
     "raise the limit (ulimit -f), or set DETSHIM_LOG to a file elsewhere"},
    {EMFILE, "too many open files in this process", "raise the limit (ulimit -n)"},
    {ENFILE, "too many open files in the system", "raise the limit (sysctl fs.file-max)"},
};

}  // namespace

bool LogFailure::is_lasting() const noexcept {
  if (was_open) return false;
  return error != EMFILE && error != ENFILE && error != ENOMEM && error != EINTR &&
         error != ENOSPC && error != EDQUOT;
}

void describe(TextBuilder& out, std::string_view name, const LogFailure& failure) noexcept {
  out.add("log: cannot write ").add_clean(name).add(": ");
  if (failure.refusal != nullptr) {
    out.add("it ").add(failure.refusal).add("; ").add(kOtherFile);
    return;
  }
  for (const Reason& reason : kReasons) {
    if (reason.error != failure.error) continue;
    out.add(reason.text).add("; ").add(reason.remedy);
    return;
  }
  out.add("error ").add(static_cast<uint64_t>(failure.error)).add("; ").add(kOtherFile);
}

}  // namespace detshim::record
