/* version.h - what --version and SARIF say. */
#ifndef DRIVER_VERSION_H
#define DRIVER_VERSION_H

#define AMPC_VERSION "0.1.0"

#endif
