// Arbitrary bytes as a lock file. What holds of every answer: a complaint is one short line of
// printable text; a lock, written, is read as the same choices again, and written the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/cudnn_lock.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace detshim::config;
  Lock lock, again;
  Complaint complaint;
  if (!read_lock({reinterpret_cast<const char*>(data), size}, &lock, &complaint)) {
    require(!complaint.empty() && complaint.size() < 2048);
    for (const char c : complaint) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
    return 0;
  }
  const std::string text = write_lock(lock);
  require(read_lock(text, &again, &complaint));
  require(again.size() <= lock.size());
  require(write_lock(again) == text || again.size() < lock.size());
  return 0;
}
