/* Linked with late_library; does nothing that is of interest itself. */
#include <stdio.h>

int late_library(void);

int main(void) { printf("early call: %d\n", late_library()); }
