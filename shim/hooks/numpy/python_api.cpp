#include "shim/hooks/numpy/python_api.h"

#include "shim/interpose/libc.h"

namespace detshim::numpy_hooks {
namespace {

template <typename T>
bool take(const interpose::Object& interpreter, const char* name, T* out) noexcept {
  *out = reinterpret_cast<T>(interpose::elf_symbol(interpreter.base, interpreter.dynamic, name));
  return *out != nullptr;
}

}  // namespace

bool load_python_api(const interpose::Object& interpreter, PythonApi* out) noexcept {
  return take(interpreter, "PyObject_GetAttrString", &out->get_attribute) &&
         take(interpreter, "PyObject_SetAttrString", &out->set_attribute) &&
         take(interpreter, "PyImport_ImportModule", &out->import) &&
         take(interpreter, "PyObject_Type", &out->type_of) &&
         take(interpreter, "PyCFunction_NewEx", &out->new_function) &&
         take(interpreter, "PyObject_Call", &out->call) &&
         take(interpreter, "PyTuple_Size", &out->size_of_tuple) &&
         take(interpreter, "PyTuple_GetItem", &out->item_of_tuple) &&
         take(interpreter, "PyLong_FromString", &out->int_from_text) &&
         take(interpreter, "PyLong_AsLong", &out->long_of) &&
         take(interpreter, "PyErr_Occurred", &out->error) &&
         take(interpreter, "PyErr_Clear", &out->clear_error) &&
         take(interpreter, "Py_DecRef", &out->release) &&
         take(interpreter, "PyModuleDef_Type", &out->module_definition_type) &&
         take(interpreter, "PyBaseObject_Type", &out->object_type);
}

}  // namespace detshim::numpy_hooks
