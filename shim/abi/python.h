// The part of CPython's C API that the NumPy hook uses, in our own words from its documentation
// (stable ABI, PEP 384 and PEP 489; Python 3.5 to 3.14). Objects are opaque: their header has
// another size in free-threaded builds.
#pragma once
#include <sys/types.h>

namespace detshim::abi {

struct PyObject;

// `arguments` is a tuple; `keywords` a dictionary or null.
using PyCFunctionWithKeywords = PyObject*(PyObject* self, PyObject* arguments, PyObject* keywords);

struct PyMethodDef {
  const char* ml_name;
  PyCFunctionWithKeywords* ml_meth;  // as ml_flags says
  int ml_flags;
  const char* ml_doc;
};
inline constexpr int kMethVarargsKeywords = 0x0003;  // METH_VARARGS | METH_KEYWORDS

struct PyModuleDef_Slot {
  int slot;  // 0 ends the array
  void* value;
};
inline constexpr int kPyModExec =
    2;  // Py_mod_exec: int (*)(PyObject* module); several are run in order

// PyModuleDef from behind its object header on.
struct PyModuleDefFields {
  void* m_init;
  ssize_t m_index;
  PyObject* m_copy;
  const char* m_name;
  const char* m_doc;
  ssize_t m_size;
  PyMethodDef* m_methods;
  PyModuleDef_Slot* m_slots;
};

// The entry of NumPy's extension module numpy.random.bit_generator: returns the module, or its
// PyModuleDef, whose slots the interpreter then runs.
using PyInit_bit_generator = PyObject*();
using PyInit__bit_generator = PyObject*();  // its name in NumPy 1.18

}  // namespace detshim::abi
