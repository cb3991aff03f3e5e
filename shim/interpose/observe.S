#include "shim/interpose/observe.inc"
.text
.globl detshim_observe_common
.hidden detshim_observe_common
OBSERVE_COMMON
.section .note.GNU-stack,"",@progbits
