import koffi from "koffi";

/*
 * The few calls of the C library that Node does not offer. The numbers are those of the Linux headers. Everything here
 * throws when the call fails, and nothing here works on another system than Linux: callers check `isLinux` first.
 */

export const isLinux = process.platform === "linux";

/** Calls `prctl(2)` with one argument, the only form used. */
export function prctl(option: number, argument: number): number {
  return checked("prctl", libc().prctl(option, argument, 0, 0, 0));
}
export const PR_SET_PDEATHSIG = 1;
export const PR_SET_DUMPABLE = 4;
export const PR_SET_NO_NEW_PRIVS = 38;
export const PR_SET_PTRACER = 0x5961_6d61;

/** Sets the soft and the hard limit of a resource to `value`. */
export function setResourceLimit(resource: number, value: number): void {
  const limit = Buffer.alloc(16);
  limit.writeBigUInt64LE(BigInt(value), 0);
  limit.writeBigUInt64LE(BigInt(value), 8);
  checked("setrlimit", libc().setrlimit(resource, limit));
}
export const RLIMIT_FSIZE = 1;
export const RLIMIT_DATA = 2;
export const RLIMIT_CORE = 4;
export const RLIMIT_NPROC = 6;
export const RLIMIT_NOFILE = 7;
export const RLIMIT_MEMLOCK = 8;
export const RLIMIT_SIGPENDING = 11;
export const RLIMIT_MSGQUEUE = 12;

/** Makes a file descriptor survive `execve`. */
export function keepAcrossExec(descriptor: number): void {
  const F_SETFD = 2;
  checked("fcntl", libc().fcntl(descriptor, F_SETFD, 0));
}

/**
 * Makes a Linux system call by its number, for those that the C library does not wrap. Arguments are integers or
 * buffers.
 */
export function syscall(number: number, ...parameters: readonly (number | Buffer)[]): number {
  const words = Array.from({ length: 6 }, (_, index) => word(parameters[index] ?? 0));
  return checked(`system call ${number}`, Number(libc().syscall(number, ...words)));
}

/**
 * Maps a file into memory for reading (`mmap(2)`): pages are read when they are accessed, and the system may take them
 * back at any time. The file must not become shorter. The mapping lasts until nothing refers to the bytes any more.
 */
export function mapFile(descriptor: number, lengthBytes: number): FileMapping {
  const address = libc().mmap(null, lengthBytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  // MAP_FAILED is -1.
  if (address === null || koffi.address(address) === 0xffff_ffff_ffff_ffffn) {
    throw new SystemCallError("mmap", koffi.errno());
  }
  const buffer = koffi.view(address, lengthBytes);
  unmapping.register(buffer, { address, lengthBytes });
  return { bytes: new Uint8Array(buffer), giveBack: () => void libc().madvise(address, lengthBytes, MADV_DONTNEED) };
}

export interface FileMapping {
  readonly bytes: Uint8Array;
  /**
   * Gives the memory of the pages read so far back to the system; what is accessed again is read from the file again.
   */
  readonly giveBack: () => void;
}

const PROT_READ = 1;
const MAP_PRIVATE = 2;
const MADV_DONTNEED = 4;
const unmapping = new FinalizationRegistry(({ address, lengthBytes }: { address: unknown; lengthBytes: number }) => {
  libc().munmap(address, lengthBytes);
});

/** Returns the address of a buffer; it is valid while the buffer is referenced. */
export function addressOf(buffer: Buffer): bigint {
  return koffi.address(buffer);
}

export class SystemCallError extends Error {
  readonly errno: number;
  constructor(name: string, errno: number) {
    super(`${name} failed with errno ${errno}`);
    this.name = "SystemCallError";
    this.errno = errno;
  }
}

function checked(name: string, result: number): number {
  if (result < 0) {
    throw new SystemCallError(name, koffi.errno());
  }
  return result;
}

function word(value: number | Buffer): number | bigint {
  return typeof value === "number" ? value : addressOf(value);
}

interface Libc {
  prctl(option: number, ...parameters: number[]): number;
  setrlimit(resource: number, limit: Buffer): number;
  fcntl(descriptor: number, command: number, argument: number): number;
  syscall(number: number, ...words: (number | bigint)[]): number | bigint;
  mmap(
    address: null,
    lengthBytes: number,
    protection: number,
    flags: number,
    descriptor: number,
    offset: number,
  ): unknown;
  munmap(address: unknown, lengthBytes: number): number;
  madvise(address: unknown, lengthBytes: number, advice: number): number;
}
let functions: Libc | undefined;

function libc(): Libc {
  functions ??= bindLibc();
  return functions;
}

/**
 * Binds the functions of the C library. The null library is the program itself, which contains the C library, whatever
 * the library's file is called.
 */
function bindLibc(): Libc {
  const program = koffi.load(null);
  return {
    prctl: program.func("prctl", "int", ["int", "ulong", "ulong", "ulong", "ulong"]),
    setrlimit: program.func("setrlimit", "int", ["int", "void *"]),
    fcntl: program.func("fcntl", "int", ["int", "int", "long"]),
    syscall: program.func("syscall", "long", ["long", "int64", "int64", "int64", "int64", "int64", "int64"]),
    mmap: program.func("mmap", "void *", ["void *", "size_t", "int", "int", "int", "long"]),
    munmap: program.func("munmap", "int", ["void *", "size_t"]),
    madvise: program.func("madvise", "int", ["void *", "size_t", "int"]),
  };
}
