// syscall(): everything but SYS_getrandom goes on by a jump, with all argument registers and the caller's return
// address in place, so that it is exactly what it is without us (SYS_vfork and SYS_clone return twice).
#include <asm/unistd_64.h>

#include "hook_table_asm.h"

#define NEXT detshim_libc_next + 8 * DETSHIM_LIBC_SLOT_syscall(%rip)

.macro SAVE
  subq $72, %rsp
  .cfi_def_cfa_offset 80
  movq %rdi, 8(%rsp)
  movq %rsi, 16(%rsp)
  movq %rdx, 24(%rsp)
  movq %rcx, 32(%rsp)
  movq %r8, 40(%rsp)
  movq %r9, 48(%rsp)
.endm
.macro RESTORE
  movq 8(%rsp), %rdi
  movq 16(%rsp), %rsi
  movq 24(%rsp), %rdx
  movq 32(%rsp), %rcx
  movq 40(%rsp), %r8
  movq 48(%rsp), %r9
  addq $72, %rsp
  .cfi_def_cfa_offset 8
.endm

.text
.globl syscall
.type syscall, @function
syscall:
  .cfi_startproc
  endbr64
  cmpq $__NR_getrandom, %rdi
  je 2f
1: cmpq $0, NEXT
  je 3f
  jmp *NEXT
2: SAVE
  movq %rsi, %rdi
  movq %rdx, %rsi
  movq %rcx, %rdx
  movq 72(%rsp), %rcx
  call detshim_syscall_getrandom
  movl %eax, %r10d
  RESTORE
  testl %r10d, %r10d
  je 1b
  movq %rdx, %rax
  ret
3: SAVE
  call detshim_next_syscall
  movq %rax, %r10
  RESTORE
  jmp *%r10
  .cfi_endproc
  .size syscall, . - syscall
.section .note.GNU-stack, "", @progbits
