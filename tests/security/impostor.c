/* A native library that calls back into Python for a secret; built under the names of modules that
 * may be pinned. */
typedef struct PyObject PyObject;
PyObject* PyImport_ImportModule(const char* name);
PyObject* PyObject_CallMethod(PyObject* object, const char* name, const char* format, ...);

PyObject* secret(void) {
  PyObject* os = PyImport_ImportModule("os");
  return os ? PyObject_CallMethod(os, "urandom", "i", SECRET_BYTES) : 0;
}
