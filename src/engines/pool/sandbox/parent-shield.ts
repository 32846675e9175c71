import { isLinux, PR_SET_DUMPABLE, prctl, SystemCallError, syscall } from "./libc.ts";

/*
 * What the service does to itself so that its workers inherit and see nothing of it.
 */

/** Descriptors that the service was started with do not pass to the programs that it starts. */
export function keepDescriptorsFromChildren(): void {
  const CLOSE_RANGE = 436;
  const FIRST_AFTER_STDIO = 3;
  const LAST = 0xffff_ffff;
  const CLOSE_RANGE_CLOEXEC = 4;
  try {
    if (isLinux) {
      syscall(CLOSE_RANGE, FIRST_AFTER_STDIO, LAST, CLOSE_RANGE_CLOEXEC);
    }
  } catch (error) {
    // Before Linux 5.11 the call is missing; descriptors are then kept from workers by whoever starts the service.
    if (!(error instanceof SystemCallError)) {
      throw error;
    }
  }
}

/**
 * For the plain tier, where workers run as the service's own user: closes the service's memory and environment in /proc
 * to that user's processes, debuggers included.
 */
export function hideFromOwnUser(): void {
  if (isLinux) {
    prctl(PR_SET_DUMPABLE, 0);
  }
}
