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

export type Instruction = Buffer;
const INSTRUCTION_BYTES = 8;

// struct seccomp_data: int nr; u32 arch; u64 instruction_pointer; u64 args[6].
const OFFSET_NUMBER = 0;
const OFFSET_ARCHITECTURE = 4;
/** Returns the offset of the low half of an argument: every argument that is compared here is a C int. */
export function argument(index: number): number {
  return 16 + 8 * index;
}

const AUDIT_ARCH_X86_64 = 0xc000_003e;
const X32_BIT = 0x4000_0000;
const CLONE_THREAD = 0x0001_0000;

// Actions of <linux/seccomp.h>; the low 16 bits of those that begin with 5 are the error number.
export const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
export const EPERM = 0x0005_0001;
export const ENOSYS = 0x0005_0026;
/** The call returns 0 and has done nothing. */
export const NOTHING = 0x0005_0000;
/** Another process answers the call. */
export const ASK = 0x7fc0_0000;

// Comparisons of <linux/bpf_common.h> with a constant: BPF_JMP | BPF_K | BPF_JEQ and so on.
export const JEQ = 0x15;
const JGT = 0x25;
const JGE = 0x35;
export const JSET = 0x45;

/**
 * Returns the instructions by which `block` answers calls of `number`. The block must end in an answer, since it leaves
 * another value than the number loaded.
 */
export function forNumber(number: number, block: readonly Instruction[]): Instruction[] {
  return [jump(JEQ, number, 0, block.length), ...block];
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

/** Allows `number` only with `value` as its first argument. */
export function onlyWith(number: number, value: number): Instruction[] {
  return forNumber(number, [load(argument(0)), jump(JEQ, value, 0, 1), answer(ALLOW), answer(EPERM)]);
}

/** Refuses `number` with any of `values` as its first argument. */
export function notWith(number: number, values: readonly number[]): Instruction[] {
  const refusals = values.flatMap((value) => [jump(JEQ, value, 0, 1), answer(EPERM)]);
  return forNumber(number, [load(argument(0)), ...refusals, answer(ALLOW)]);
}

/** Loads the word at `offset` of the call's data. */
export function load(offset: number): Instruction {
  return instruction(0x20, 0, 0, offset);
}

/** Keeps of the loaded word only the bits that `mask` has. */
export function masked(mask: number): Instruction {
  return instruction(0x54, 0, 0, mask);
}

/** Compares with `value`, then skips `skipIfTrue` or `skipIfFalse` instructions. */
export function jump(comparison: number, value: number, skipIfTrue: number, skipIfFalse: number): Instruction {
  return instruction(comparison, skipIfTrue, skipIfFalse, value);
}

export function answer(action: number): Instruction {
  return instruction(0x06, 0, 0, action);
}

/** Encodes one instruction as struct sock_filter: u16 code; u8 jt; u8 jf; u32 k. */
function instruction(code: number, skipIfTrue: number, skipIfFalse: number, value: number): Instruction {
  const bytes = Buffer.alloc(INSTRUCTION_BYTES);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(skipIfTrue, 2);
  bytes.writeUInt8(skipIfFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
