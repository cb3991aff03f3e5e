// NumPy's SeedSequence draws its entropy through one name of its module: `randbits`, which
// numpy.random.bit_generator imports from `secrets`. That name is bound to a function of ours when
// the module has been executed:
//
//   dlsym("PyInit_bit_generator") -> on_call -> one more Py_mod_exec slot -> bind_randbits
//   SeedSequence() -> randbits -> pin() -> an int of the pinned bytes, or what `secrets` says
//
// No draw of the operating system's is looked at: whatever else Python code draws while NumPy is on
// the stack (finalizers, tracers, callbacks) stays real. docs/facts/entropy.md
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "shim/boot/boot.h"
#include "shim/hooks/libc/entropy.h"
#include "shim/hooks/libc/loaded_modules.h"
#include "shim/hooks/numpy/python_api.h"
#include "shim/interpose/hook.h"
#include "shim/record/record.h"

namespace detshim::numpy_hooks {
namespace {

using abi::PyObject;

// SeedSequence(pool_size=n) asks for 32 n bits; n is 4 unless the program says otherwise.
constexpr long kBitsOfWord = 32;
constexpr size_t kMostBytes = 512;

PythonApi g_api;
// Where g_api comes from; the modules of a second interpreter image in the process are left alone.
std::atomic<uintptr_t> g_interpreter{0};

PyObject* int_of(uint64_t key, size_t size_bytes) noexcept {
  unsigned char bytes[kMostBytes];
  char text[2 * kMostBytes + 1];
  policy::fill(key, bytes, size_bytes);
  for (size_t i = 0; i < size_bytes; ++i) {
    text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  text[2 * size_bytes] = '\0';
  return g_api.int_from_text(text, nullptr, 16);
}

// The bits that a call asks for, or 0 if it is none of SeedSequence's.
long bits_asked_for(PyObject* arguments, PyObject* keywords) noexcept {
  if (keywords != nullptr || g_api.size_of_tuple(arguments) != 1) return 0;
  const long bits = g_api.long_of(g_api.item_of_tuple(arguments, 0));
  if (bits == -1 && g_api.error() != nullptr) g_api.clear_error();
  return bits > 0 && bits % kBitsOfWord == 0 ? bits : 0;
}

// numpy.random.bit_generator.randbits; `original` is what it was.
PyObject* randbits(PyObject* original, PyObject* arguments, PyObject* keywords) {
  const auto size_bytes = static_cast<size_t>(bits_asked_for(arguments, keywords) / 8);
  if (size_bytes != 0 && size_bytes <= kMostBytes) {
    const auto pinned = libc_hooks::pin(
        "randbits", {policy::EntropySource::numpy_seed, size_bytes, 0}, nullptr, nullptr);
    if (pinned) return int_of(pinned.key, size_bytes);
  }
  return g_api.call(original, arguments, keywords);
}

abi::PyMethodDef g_randbits = {"randbits", randbits, abi::kMethVarargsKeywords,
                               "randbits(k): as secrets.randbits, pinned by detshim."};

// A new reference that is given back.
class Reference {
 public:
  explicit Reference(PyObject* object) noexcept : object_(object) {
    if (object_ == nullptr) g_api.clear_error();
  }
  ~Reference() {
    if (object_ != nullptr) g_api.release(object_);
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  PyObject* get() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  PyObject* object_;
};

// Is it getrandbits of a random.SystemRandom, as `secrets` has it? Not so what a program has put in
// its place, nor our own function where the module is executed again.
bool is_of_secrets(PyObject* randbits) noexcept {
  const Reference self(g_api.get_attribute(randbits, "__self__"));
  const Reference type(self ? g_api.type_of(self.get()) : nullptr);
  const Reference random(g_api.import("random"));
  const Reference system_random(random ? g_api.get_attribute(random.get(), "SystemRandom")
                                       : nullptr);
  return type && type.get() == system_random.get();
}

// False if the module has no such name.
bool bind_randbits(PyObject* module) noexcept {
  const Reference original(g_api.get_attribute(module, g_randbits.ml_name));
  if (!original) return false;
  if (!is_of_secrets(original.get())) return true;
  const Reference ours(g_api.new_function(&g_randbits, original.get(), nullptr));
  if (ours && g_api.set_attribute(module, g_randbits.ml_name, ours.get()) == 0) return true;
  g_api.clear_error();
  return false;
}

void complain_unbound() noexcept {
  record::complain("entropy.numpy",
                   "NumPy's SeedSequence stays unpinned, so generators that nobody seeds differ: "
                   "this NumPy or this interpreter is laid out in another way than 1.17 to 2.5 on "
                   "CPython; seed them in the program");
}

int on_executed(PyObject* module) noexcept {
  if (!bind_randbits(module)) complain_unbound();
  return 0;
}

// The size of an object's header, which PyModuleDef begins with; 0 if Python does not say it.
size_t header_size() noexcept {
  PyObject* const size = g_api.get_attribute(g_api.object_type, "__basicsize__");
  const long bytes = size != nullptr ? g_api.long_of(size) : -1;
  if (size != nullptr) g_api.release(size);
  if (bytes < 0) g_api.clear_error();
  return bytes > 0 ? static_cast<size_t>(bytes) : 0;
}

// Behind the module's own slots: they run in order. The array lives as long as the module's
// definition, which is static.
bool add_slot(PyObject* definition) noexcept {
  const size_t header = header_size();
  if (header == 0) return false;
  auto* const fields =
      reinterpret_cast<abi::PyModuleDefFields*>(reinterpret_cast<char*>(definition) + header);
  size_t count = 0;
  for (const auto* s = fields->m_slots; s != nullptr && s->slot != 0; ++s, ++count)
    if (s->value == reinterpret_cast<void*>(on_executed)) return true;  // another subinterpreter
  auto* const slots =
      static_cast<abi::PyModuleDef_Slot*>(calloc(count + 2, sizeof(abi::PyModuleDef_Slot)));
  if (slots == nullptr) return false;
  for (size_t i = 0; i < count; ++i) slots[i] = fields->m_slots[i];
  slots[count] = {abi::kPyModExec, reinterpret_cast<void*>(on_executed)};
  fields->m_slots = slots;
  return true;
}

bool is_definition(PyObject* object) noexcept {
  PyObject* const type = g_api.type_of(object);
  if (type == nullptr) {
    g_api.clear_error();
    return false;
  }
  g_api.release(type);
  return type == g_api.module_definition_type;
}

bool knows_interpreter(const void* code) noexcept {
  interpose::Object interpreter{};
  if (!interpose::find_object(code, &interpreter)) return false;
  uintptr_t known = g_interpreter.load(std::memory_order_acquire);
  if (known == 0 && load_python_api(interpreter, &g_api)) {
    g_interpreter.store(interpreter.start, std::memory_order_release);
    known = interpreter.start;
  }
  return known == interpreter.start;
}

bool is_numpy(const void* code) noexcept {
  interpose::Object object{};
  return interpose::find_object(code, &object) &&
         libc_hooks::module_of(object) == policy::Module::numpy_random;
}

}  // namespace

// `initialised` is what PyInit_bit_generator returned to the interpreter at `return_address`.
void take_over_randbits(PyObject* initialised, const void* code_of_module,
                        const void* return_address) noexcept {
  if (boot::settings().entropy_policy != config::EntropyPolicy::safe || !is_numpy(code_of_module))
    return;
  if (!knows_interpreter(return_address) ||
      !(is_definition(initialised) ? add_slot(initialised) : bind_randbits(initialised)))
    complain_unbound();
}

}  // namespace detshim::numpy_hooks

namespace detshim::interpose {

#define DETSHIM_INITIALISE(name)                                                             \
  template <>                                                                                \
  abi::PyObject* Hook<HookId::name>::on_call(const Call& call) {                             \
    abi::PyObject* const initialised = call.real();                                          \
    if (initialised != nullptr)                                                              \
      numpy_hooks::take_over_randbits(initialised, reinterpret_cast<const void*>(call.real), \
                                      call.return_address);                                  \
    return initialised;                                                                      \
  }
DETSHIM_INITIALISE(PyInit_bit_generator)
DETSHIM_INITIALISE(PyInit__bit_generator)

}  // namespace detshim::interpose
