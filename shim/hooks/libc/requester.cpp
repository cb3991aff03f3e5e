#include "shim/hooks/libc/requester.h"

#include <unwind.h>

#include <cstdint>

#include "shim/hooks/libc/loaded_modules.h"
#include "shim/interpose/objects.h"

namespace detshim::libc_hooks {
namespace {

using interpose::Object;
using policy::Destination;
using policy::Module;

constexpr int kMaxFrames = 64;
// CPython fills a variable of a C function from at most four calls below it.
constexpr int kFramesOfDestination = 8;

struct Frame {
  uintptr_t code;   // inside the call instruction
  uintptr_t stack;  // the frame's lowest address
};

struct Stack {
  Frame frames[kMaxFrames];
  int count = 0;
};

_Unwind_Reason_Code on_frame(_Unwind_Context* context, void* data) {
  auto& stack = *static_cast<Stack*>(data);
  int before_instruction = 0;
  const uintptr_t address = _Unwind_GetIPInfo(context, &before_instruction);
  if (address == 0 || stack.count == kMaxFrames) return _URC_END_OF_STACK;
  stack.frames[stack.count++] = {before_instruction != 0 ? address : address - 1,
                                 _Unwind_GetCFA(context)};
  return _URC_NO_REASON;
}

// Neighbouring frames mostly share an object: `object` and `module` come in as those of the frame
// before.
bool find_module(uintptr_t address, Object* object, Module* module) noexcept {
  if (address >= object->start && address < object->end) return true;
  if (!interpose::find_object(reinterpret_cast<const void*>(address), object)) return false;
  *module = module_of(*object);
  return true;
}

// `nearest` is the index of the first frame of `owner`.
Destination destination_of(const void* pointer, const Stack& stack, int nearest,
                           const Object& owner) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  const int last = nearest + kFramesOfDestination < stack.count ? nearest + kFramesOfDestination
                                                                : stack.count - 1;
  if (address >= stack.frames[nearest].stack && address < stack.frames[last].stack)
    return Destination::stack_of_requester;
  Object holder{};
  if (interpose::find_object(pointer, &holder) && holder.dynamic == owner.dynamic)
    return Destination::image_of_requester;
  return Destination::elsewhere;
}

}  // namespace

policy::Requester who_asks(const void* return_address, const void* destination) noexcept {
  policy::Requester requester;
  Object object{};
  Module module{};
  if (!find_module(reinterpret_cast<uintptr_t>(return_address) - 1, &object, &module))
    return requester;
  if (module != Module::plumbing && module != Module::interpreter) {
    requester.nearest = module;
    return requester;
  }

  Stack stack;
  _Unwind_Backtrace(on_frame, &stack);
  bool found = false;
  for (int i = 0; i < stack.count; ++i) {
    // Code that no object owns (made at run time) is somebody, too, but nobody that is on the list.
    if (!find_module(stack.frames[i].code, &object, &module)) {
      object = {};
      module = Module::other;
    }
    if (module == Module::plumbing) continue;
    if (!found) {
      found = true;
      requester.nearest = module;
      if (module != Module::interpreter) return requester;
      requester.destination = destination_of(destination, stack, i, object);
    } else if (module != Module::interpreter) {
      requester.on_behalf = module;
      return requester;
    }
  }
  return requester;
}

}  // namespace detshim::libc_hooks
