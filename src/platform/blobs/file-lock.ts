import koffi from "koffi";
import { systemErrorCode } from "./small-files.ts";

// flock(2), with the values of Linux, macOS and the BSDs, which are the same.
const LOCK_EX = 2;
const LOCK_NB = 4;

/**
 * Locks the open file `descriptor` exclusively (flock(2)); returns false when another open file has the lock. The lock
 * ends when the descriptor is closed, by its process or by the kernel at the end of the process.
 * @throws Error with `code`, such as ENOLCK where the file system has no locks
 */
export function tryFlock(descriptor: number): boolean {
  flock ??= bindFlock();
  for (;;) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) === 0) {
      return true;
    }
    const error = systemError(koffi.errno());
    if (systemErrorCode(error) === "EAGAIN") {
      return false;
    }
    if (systemErrorCode(error) !== "EINTR") {
      throw error;
    }
  }
}

type Flock = (descriptor: number, operation: number) => number;
let flock: Flock | undefined;

/** Binds flock(2). The null library is the program itself, which contains the C library, whatever its file is called. */
const bindFlock = (): Flock => koffi.load(null).func("flock", "int", ["int", "int"]);

function systemError(errno: number): Error {
  const code = Object.entries(koffi.os.errno).find(([, number]) => number === errno)?.[0] ?? `errno ${errno}`;
  return Object.assign(new Error(`${code}: flock failed`), { code, errno, syscall: "flock" });
}
