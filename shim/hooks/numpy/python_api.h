// CPython's functions, taken from the very interpreter that imports a module: a process may hold it
// as its program, as a library, or as a library that nobody else sees (RTLD_LOCAL).
// Thread rule: as Python's: whoever calls one holds the interpreter's lock.
#pragma once
#include "shim/abi/python.h"
#include "shim/interpose/objects.h"

namespace detshim::numpy_hooks {

struct PythonApi {
  using Object = abi::PyObject;

  Object* (*get_attribute)(Object*, const char*);
  int (*set_attribute)(Object*, const char*, Object*);
  Object* (*import)(const char*);
  Object* (*type_of)(Object*);
  Object* (*new_function)(abi::PyMethodDef*, Object* self, Object* module_name);
  Object* (*call)(Object* callable, Object* arguments, Object* keywords);
  ssize_t (*size_of_tuple)(Object*);
  Object* (*item_of_tuple)(Object*, ssize_t);  // borrowed
  Object* (*int_from_text)(const char*, char**, int base);
  long (*long_of)(Object*);
  Object* (*error)();
  void (*clear_error)();
  void (*release)(Object*);
  Object* module_definition_type;  // PyModuleDef_Type
  Object* object_type;             // PyBaseObject_Type
};

// False if `interpreter` does not export all of it.
bool load_python_api(const interpose::Object& interpreter, PythonApi* out) noexcept;

}  // namespace detshim::numpy_hooks
