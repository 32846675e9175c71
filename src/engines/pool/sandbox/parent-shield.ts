import { isLinux, PR_SET_DUMPABLE, prctl, SystemCallError, syscall } from "./libc.ts";

/* Settings of the service's own process that keep its workers from inheriting or seeing anything of it. */

/** Keeps descriptors that the service was started with from passing to the programs that it starts. */
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
    // Before Linux 5.11 the call is missing; it is then up to the program that starts the service to pass no
    // descriptors.
    if (!(error instanceof SystemCallError)) {
      throw error;
    }
  }
}

/**
 * Closes the service's memory and environment in /proc to processes of its own user, debuggers included. This is needed
 * in the plain tier, where workers run as that user.
 */
export function hideFromOwnUser(): void {
  if (isLinux) {
    prctl(PR_SET_DUMPABLE, 0);
  }
}
