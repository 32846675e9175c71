import {
  ALLOW,
  AUDIT_ARCH_X86_64,
  answer,
  argument,
  CLONE_THREAD,
  ENOSYS,
  EPERM,
  forNumber,
  INSTRUCTION_BYTES,
  type Instruction,
  JEQ,
  JGE,
  JGT,
  JSET,
  jump,
  KILL_PROCESS,
  load,
  masked,
  notWith,
  OFFSET_ARCHITECTURE,
  OFFSET_NUMBER,
  onlyWith,
  X32_BIT,
} from "./filter-instructions.ts";
import { addressOf, PR_SET_DUMPABLE, PR_SET_PDEATHSIG, PR_SET_PTRACER, syscall } from "./libc.ts";
import * as calls from "./syscall-table.ts";

/*
 * The system-call filter: a classic BPF program that the kernel runs before every system call of a worker (seccomp(2)).
 * It refuses what a parser never needs. `launch` is installed before Node starts, and `work` on top of it when the
 * worker has loaded all it needs.
 *
 * There are two because Node's event loop opens an io_uring as it starts, and requests through an open ring,
 * connections included, pass no filter. So the ring must never exist, and a filter has to stand before Node's first
 * instruction; that one must still let Node be executed.
 */
export type FilterStage = { readonly kind: "launch" } | { readonly kind: "work"; readonly processId: number };

/**
 * Whether there is a table of system calls for this machine: it is for x86-64 only. Elsewhere workers run without this
 * wall and report so.
 */
export const hasSeccompTable = process.platform === "linux" && process.arch === "x64";

/** Returns the filter as an array of `struct sock_filter`. */
export function seccompFilter(stage: FilterStage): Buffer {
  return Buffer.concat([
    ...knownCallsOnly(),
    // The flags of clone3 lie in memory, which a filter cannot read; the C library then uses clone, for threads only.
    ...forNumber(calls.CLONE3, [answer(ENOSYS)]),
    ...forNumber(calls.CLONE, [load(argument(0)), jump(JSET, CLONE_THREAD, 0, 1), answer(ALLOW), answer(EPERM)]),
    ...forNumber(calls.MMAP, noSharedMemory),
    ...Object.values(calls.denied).flatMap((number) => forNumber(number, [answer(EPERM)])),
    ...Object.values(calls.ownThreadOnly).flatMap((number) => onlyWith(number, 0)),
    ...(stage.kind === "work" ? workRules(stage.processId) : []),
    answer(ALLOW),
  ]);
}

/** Begins every filter: ends what makes calls of another architecture, and leaves the call's number loaded. */
export function knownCallsOnly(): Instruction[] {
  return [
    // The same number is another call on another architecture, and x32 numbers are aliases: neither is legitimate here.
    load(OFFSET_ARCHITECTURE),
    jump(JEQ, AUDIT_ARCH_X86_64, 1, 0),
    answer(KILL_PROCESS),
    load(OFFSET_NUMBER),
    jump(JGE, X32_BIT, 0, 1),
    answer(KILL_PROCESS),
    // Calls newer than the table do not exist, as on an older kernel.
    jump(JGT, calls.NEWEST_KNOWN, 0, 1),
    answer(ENOSYS),
  ];
}

/** Installs `program` as a filter for every thread of this process, for good. Needs PR_SET_NO_NEW_PRIVS. */
export function installFilter(program: Buffer): void {
  const FLAG_TSYNC = 1;
  const thread = setFilter(program, FLAG_TSYNC);
  if (thread !== 0) {
    throw new Error(`Thread ${thread} could not be brought under the system-call filter.`);
  }
}

/**
 * Installs `program` as a filter for this thread and what it executes later, and returns the descriptor by which another
 * process answers the calls that the filter passes to it (`ASK`). Fails with EBUSY where this process has such a filter
 * already. Needs PR_SET_NO_NEW_PRIVS.
 */
export function installAskingFilter(program: Buffer): number {
  const FLAG_NEW_LISTENER = 8;
  return setFilter(program, FLAG_NEW_LISTENER);
}

function setFilter(program: Buffer, flag: number): number {
  // struct sock_fprog: the number of instructions, padded to eight bytes, and their address.
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt16LE(program.length / INSTRUCTION_BYTES, 0);
  descriptor.writeBigUInt64LE(addressOf(program), 8);
  const SECCOMP = 317;
  const SET_MODE_FILTER = 1;
  return syscall(SECCOMP, SET_MODE_FILTER, flag, descriptor);
}

/** Returns the rules for what a worker may no longer do once it is confined, although its start needed it. */
function workRules(processId: number): Instruction[] {
  return [
    ...Object.values(calls.deniedAtWork).flatMap((number) => forNumber(number, [answer(EPERM)])),
    // A file that O_TMPFILE makes has no name. The flags of openat2 lie in memory; the C library does not need it.
    ...forNumber(calls.OPEN, noUnnamedFile(1)),
    ...forNumber(calls.OPENAT, noUnnamedFile(2)),
    ...forNumber(calls.OPENAT2, [answer(ENOSYS)]),
    ...forNumber(calls.IOCTL, noFileFlags),
    ...forNumber(calls.EXECVE, [answer(EPERM)]),
    ...forNumber(calls.EXECVEAT, [answer(EPERM)]),
    // abort() signals its own thread; other processes and groups (0, -1) are out of reach.
    ...onlyWith(calls.KILL, processId),
    ...onlyWith(calls.TGKILL, processId),
    // The signal at the parent's death and the closed /proc entry stay as confinement.ts set them.
    ...notWith(calls.PRCTL, [PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_PTRACER]),
  ];
}

/**
 * Refuses mmap of shared memory without a file: RLIMIT_DATA counts private memory only. MAP_SHARED and
 * MAP_SHARED_VALIDATE have bit 0 of the flags, MAP_PRIVATE has not.
 */
const noSharedMemory: readonly Instruction[] = [
  load(argument(3)),
  jump(JSET, 0x01, 0, 1),
  jump(JSET, 0x20 /* MAP_ANONYMOUS */, 1, 0),
  answer(ALLOW),
  answer(EPERM),
];

/** Refuses O_TMPFILE among the flags of an open call; its own bit stands for it, O_DIRECTORY is the other. */
function noUnnamedFile(flags: number): Instruction[] {
  return [load(argument(flags)), jump(JSET, 0o20000000, 1, 0), answer(ALLOW), answer(EPERM)];
}

/**
 * Refuses the requests by which file systems change flags, attributes and versions of a file that is open, if only for
 * reading. Their kind is in the second byte (ioctl(2)).
 */
const noFileFlags: readonly Instruction[] = [
  load(argument(1)),
  masked(0xff00),
  ...["f", "X", "v"].flatMap((kind) => [jump(JEQ, kind.charCodeAt(0) * 0x100, 0, 1), answer(EPERM)]),
  answer(ALLOW),
];
