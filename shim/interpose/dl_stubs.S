// dlsym and dlvsym: ask detshim_dlsym; "not ours" restores the arguments and jumps to the next one with the caller's
// return address still on the stack, so that RTLD_NEXT and RTLD_DEFAULT keep their meaning. A C wrapper would become
// the caller: RTLD_NEXT would then recurse and RTLD_DEFAULT lose the scope of RTLD_LOCAL plugins.
.macro DL_STUB entry, next, has_version
  .globl \entry
  .hidden \entry
  .type \entry, @function
\entry:
  .cfi_startproc
  endbr64
  subq $40, %rsp
  .cfi_def_cfa_offset 48
  movq %rdi, (%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  .if \has_version == 0
  xorl %edx, %edx
  .endif
  movq 40(%rsp), %rcx
  call detshim_dlsym
  movq (%rsp), %rdi
  movq 8(%rsp), %rsi
  movq 16(%rsp), %rdx
  addq $40, %rsp
  .cfi_def_cfa_offset 8
  cmpq $1, %rax
  ja 1f
  je 2f
  jmp *\next(%rip)
2: xorl %eax, %eax
1: ret
  .cfi_endproc
  .size \entry, . - \entry
.endm

.text
DL_STUB detshim_dlsym_entry, detshim_next_dlsym, 0
DL_STUB detshim_dlvsym_entry, detshim_next_dlvsym, 1

.globl detshim_dlerror_entry
.hidden detshim_dlerror_entry
.type detshim_dlerror_entry, @function
detshim_dlerror_entry:
  .cfi_startproc
  endbr64
  jmp detshim_dlerror
  .cfi_endproc
  .size detshim_dlerror_entry, . - detshim_dlerror_entry

// In both nodes, so that another interposer's dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5") finds us.
.macro VERSIONED entry, name
  .globl \entry\()_old, \entry\()_new
  .set \entry\()_old, \entry
  .set \entry\()_new, \entry
  .type \entry\()_old, @function
  .type \entry\()_new, @function
  .symver \entry\()_old, \name@GLIBC_2.2.5, remove
  .symver \entry\()_new, \name@@GLIBC_2.34, remove
.endm
VERSIONED detshim_dlsym_entry, dlsym
VERSIONED detshim_dlvsym_entry, dlvsym
VERSIONED detshim_dlerror_entry, dlerror
.section .note.GNU-stack,"",@progbits
