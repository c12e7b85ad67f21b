# ampc.mk - rules for .ampc files in Makefiles of GNU make:
#
#     include $(shell pkg-config --print-errors --variable=make ampc)
#     prog: main.o kernels.o
#     	$(AMPCC) -o $@ $^ -lm
#
# .ampc files are compiled as .c files are, with CFLAGS and CPPFLAGS, and with AMPCFLAGS. Objects of both are compiled anew when a header
# that they include has changed. Set AMPCC before for another ampcc than the one that this file belongs to. A CC that the Makefile, make's
# command line or the environment sets, such as mpicc, is ampcc's host compiler too.
AMPC_MK := $(lastword $(MAKEFILE_LIST))
AMPCC ?= $(or $(wildcard $(dir $(AMPC_MK))../../bin/ampcc),ampcc)

ifneq ($(origin CC),default)
export CC
endif

# The first goal of the Makefile stays the first.
ifndef .DEFAULT_GOAL
AMPC_FIRST := yes
endif

%.o: %.ampc
	$(AMPCC) $(CPPFLAGS) $(CFLAGS) $(AMPCFLAGS) -MMD -MP -c -o $@ $<
%.o: %.c
	$(CC) $(CPPFLAGS) $(CFLAGS) $(TARGET_ARCH) -MMD -MP -c -o $@ $<

-include $(wildcard *.d */*.d)
ifdef AMPC_FIRST
.DEFAULT_GOAL :=
endif
