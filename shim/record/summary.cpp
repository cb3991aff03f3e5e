#include "shim/record/summary.h"

#include <algorithm>

#include "shim/boot/boot.h"
#include "shim/boot/identity.h"
#include "shim/record/log.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/standard_error.h"

namespace detshim::record {
namespace {

// "did N thing: why; way_out", in observe mode "would N thing: …".
struct Sentence {
  What what;
  const char* did;
  const char* would;
  const char* one;
  const char* many;
  const char* why;
  const char* way_out;
};

constexpr Sentence kSentences[] = {
    {What::curand_seed_rewritten, "rewrote", "would rewrite", "cuRAND seed", "cuRAND seeds",
     "the master seed or seeds.curand.mode asks for it",
     "seeds.curand.mode = \"keep\" leaves them"},
    {What::curand_clock_seed_pinned, "pinned", "would pin", "cuRAND seed", "cuRAND seeds",
     "a clock reading is another in every run", "seeds.clock = \"keep\" leaves such seeds"},
    {What::curand_ordering_changed, "changed", "would change", "cuRAND result ordering",
     "cuRAND result orderings", "seeds.curand.ordering asks for it", "\"keep\" leaves them"},
    {What::entropy_python, "pinned", "would pin", "request for entropy", "requests for entropy",
     "Python's random was not seeded", "seed it, or set entropy.policy = \"off\""},
    {What::entropy_hash_secret, "pinned", "would pin", "hash secret", "hash secrets",
     "the order of Python's sets of strings follows from it",
     "set PYTHONHASHSEED, or entropy.policy = \"off\""},
    {What::entropy_numpy, "pinned", "would pin", "request for entropy", "requests for entropy",
     "NumPy's SeedSequence was not given a seed", "seed it, or set entropy.policy = \"off\""},
    {What::entropy_numba, "pinned", "would pin", "request for entropy", "requests for entropy",
     "numba's generator was not seeded", "seed it, or set entropy.policy = \"off\""},
    {What::entropy_torch, "pinned", "would pin", "PyTorch seed", "PyTorch seeds",
     "the generator was not seeded", "call torch.manual_seed, or set torch.unseeded = false"},
    {What::entropy_allowed, "pinned", "would pin", "request for entropy", "requests for entropy",
     "entropy.allow names the library that asked", "take it off that list"},
    {What::cudnn_engines_dropped, "kept out", "would keep out", "cuDNN engine", "cuDNN engines",
     "cuDNN notes them as nondeterministic", "cudnn.pin = false leaves its lists as they are"},
    {What::cudnn_plans_refused, "refused", "would refuse", "cuDNN plan", "cuDNN plans",
     "it depends on the order of arrival",
     "cudnn.pin = false or cudnn.unnoted = \"warn\" lets it pass"},
    {What::cudnn_algorithms_replaced, "replaced", "would replace", "cuDNN algorithm",
     "cuDNN algorithms", "cuDNN calls them nondeterministic", "cudnn.pin = false leaves them"},
    {What::cudnn_dropout_seed, "rewrote", "would rewrite", "cuDNN dropout seed",
     "cuDNN dropout seeds", "the master seed asks for it, or it was a clock reading",
     "seeds.explicit = \"keep\" and seeds.clock = \"keep\" leave them"},
    {What::cudnn_reductions, "made", "would make", "cuDNN reduction deterministic",
     "cuDNN reductions deterministic", "it adds in order of arrival by default",
     "cudnn.pin = false leaves it"},
    {What::cudnn_lists_locked, "locked", "would lock", "cuDNN list", "cuDNN lists",
     "cudnn.lock has an engine for the graph", "take the entry out of the lock file"},
    {What::cudnn_lock_recorded, "recorded", "recorded", "cuDNN plan", "cuDNN plans",
     "cudnn.lock_mode is record", "cudnn.lock_mode = \"replay\" gives the program just those"},
    {What::cudnn_lock_differs, "found", "found", "cuDNN plan that is not the locked one",
     "cuDNN plans that are not the locked ones", "cudnn.lock_mode is check",
     "the log (level warn) names them; cudnn.lock_mode = \"replay\" locks them"},
    {What::left_cudnn_algorithm, "left", "left", "nondeterministic cuDNN call",
     "nondeterministic cuDNN calls", "cuDNN offers nothing better for it",
     "the complaint cudnn.… says what and the way out"},
    {What::left_cudnn_graph, "left", "left", "cuDNN plan", "cuDNN plans",
     "cuDNN offers nothing better for the graph",
     "the complaint cudnn.… names the graph and the way out"},
    {What::launch, "saw", "saw", "kernel launch", "kernel launches",
     "this version does not judge kernels",
     "one that adds floating-point numbers with atomics may still differ from run to run"},
    {What::left_random_device, "left", "left", "draw of std::random_device",
     "draws of std::random_device", "the program drew itself, and may make keys of it",
     "name the program in entropy.allow, or seed from a fixed number"},
    {What::left_static_random_device, "left", "left", "std::random_device", "std::random_devices",
     "it is linked statically and cannot be reached",
     "link libstdc++ shared, or seed from a fixed number"},
};
static_assert(std::size(kSentences) == static_cast<size_t>(What::count_),
              "each What has its sentence");

constexpr size_t kLine = 240;  // a summary line is cut there

// Collects whole lines, each with the mark, up to kSummaryLines.
class Lines {
 public:
  Lines(TextBuilder& out, std::string_view mark) noexcept : out_(out), mark_(mark) {}

  template <class Fill>
  void add(Fill fill) noexcept {
    FixedText<kLine> line;
    line.add(mark_);
    fill(line);
    out_.add(line.end_line().view());
    ++count_;
  }
  int left() const noexcept { return kSummaryLines - count_; }

 private:
  TextBuilder& out_;
  std::string_view mark_;
  int count_ = 0;
};

void add_header(TextBuilder& line, const SummaryFacts& facts) noexcept {
  if (facts.mode == config::Mode::observe) {
    line.add("mode observe: nothing was changed");
    return;
  }
  line.add("mode enforce, ");
  if (facts.master) {
    line.add("master seed ").add(*facts.master);
  } else {
    line.add("no master seed given (seeds that the program chose are kept)");
  }
}

void add_sentence(TextBuilder& line, const Sentence& sentence, uint64_t times,
                  config::Mode mode) noexcept {
  line.add("  ")
      .add(mode == config::Mode::observe ? sentence.would : sentence.did)
      .add(" ")
      .add(times)
      .add(" ");
  line.add(times == 1 ? sentence.one : sentence.many)
      .add(": ")
      .add(sentence.why)
      .add("; ")
      .add(sentence.way_out);
}

SummaryFacts gather() noexcept {
  SummaryFacts facts;
  for (size_t i = 0; i < facts.counts.size(); ++i) facts.counts[i] = counted(static_cast<What>(i));
  size_t next = 0;
  complaints().each([&](const Complaint& complaint) {
    if (next < facts.complaints.size()) facts.complaints[next++] = complaint;
  });
  facts.lost_log_lines = lost_log_lines();
  return facts;
}

// Apart: most processes have nothing to say and need not touch so much stack.
__attribute__((noinline)) void print() noexcept {
  const config::Settings& settings = boot::settings();
  if (settings.log_summary == config::Summary::off) return;
  SummaryFacts facts = gather();
  facts.mode = boot::mode();
  facts.master = settings.seeds_master;
  facts.has_log = !settings.log_to.empty();
  FixedText<64> mark;
  add_mark(mark);
  FixedText<kSummaryLines * kLine> text;
  compose_summary(text, mark.view(), facts);
  write_standard_error(text.view());
}

}  // namespace

bool SummaryFacts::nothing_happened() const noexcept {
  for (const uint64_t times : counts) {
    if (times != 0) return false;
  }
  return complaints[0].id == nullptr && lost_log_lines == 0;
}

bool left_something(const SummaryFacts& facts) noexcept {
  for (const What what : {What::left_cudnn_algorithm, What::left_cudnn_graph,
                          What::left_random_device, What::left_static_random_device, What::launch})
    if (facts.counts[static_cast<size_t>(what)] != 0) return true;
  return false;
}

// Lost log lines, a complaint, the promise and where to find more.
constexpr int kAfterCounts = 4;

void compose_summary(TextBuilder& out, std::string_view mark, const SummaryFacts& facts) noexcept {
  if (facts.nothing_happened()) return;
  Lines lines(out, mark);
  lines.add([&](TextBuilder& line) { add_header(line, facts); });
  auto unsaid = std::count_if(facts.counts.begin(), facts.counts.end(),
                              [](uint64_t times) { return times != 0; });
  for (const Sentence& sentence : kSentences) {
    const uint64_t times = facts.counts[static_cast<size_t>(sentence.what)];
    if (times == 0) continue;
    if (unsaid > 1 && lines.left() == kAfterCounts + 1) break;
    lines.add([&](TextBuilder& line) { add_sentence(line, sentence, times, facts.mode); });
    --unsaid;
  }
  if (unsaid > 0)
    lines.add([&](TextBuilder& line) {
      line.add("  and ").add(static_cast<uint64_t>(unsaid)).add(" more kinds; the log has them");
    });
  if (facts.lost_log_lines != 0) {
    lines.add([&](TextBuilder& line) {
      line.add("  lost ")
          .add(facts.lost_log_lines)
          .add(facts.lost_log_lines == 1 ? " log line" : " log lines");
    });
  }
  constexpr int kAfterComplaints = 2;  // the promise and where to find more
  size_t next = 0;
  for (; next < facts.complaints.size() && facts.complaints[next].id != nullptr; ++next) {
    const Complaint& complaint = facts.complaints[next];
    const bool is_last =
        next + 1 == facts.complaints.size() || facts.complaints[next + 1].id == nullptr;
    if (!is_last && lines.left() == kAfterComplaints + 1) break;
    lines.add([&](TextBuilder& line) {
      line.add("  complained of ").add(complaint.id).add(" ").add(complaint.times);
      line.add(complaint.times == 1 ? " time, see above" : " times, see above for the first");
    });
  }
  if (next < facts.complaints.size() && facts.complaints[next].id != nullptr) {
    lines.add([](TextBuilder& line) { line.add("  complained of more; the log names it"); });
  }
  lines.add([&](TextBuilder& line) {
    line.add(facts.mode == config::Mode::observe ? "mode enforce promises" : "promise");
    if (left_something(facts)) line.add(", but for what is left above");
    line.add(facts.mode != config::Mode::observe ? ":" : left_something(facts) ? "," : "");
    line.add(
        " run-to-run, for the same program and inputs on the same GPU model, driver and library "
        "versions");
  });
  lines.add([&](TextBuilder& line) {
    // Single requests for entropy are many: they are logged at level debug.
    line.add(facts.has_log ? "the log has each changed seed"
                           : "DETSHIM_LOG=stderr shows each changed seed");
    line.add(" (level debug: each request)");
    line.add("; DETSHIM_LOG_SUMMARY=off silences this summary");
  });
}

void print_summary() noexcept {
  if (!identity::is_root() && !has_used_cuda()) return;
  if (gather().nothing_happened()) return;
  const QuietScope unnoticed;
  print();
}

}  // namespace detshim::record
