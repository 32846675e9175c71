/* The instructions of system-call filters (seccomp(2), classic BPF). */

export type Instruction = Buffer;
export const INSTRUCTION_BYTES = 8;

// struct seccomp_data: int nr; u32 arch; u64 instruction_pointer; u64 args[6].
export const OFFSET_NUMBER = 0;
export const OFFSET_ARCHITECTURE = 4;
/** Returns the offset of the low half of an argument: every argument that is compared here is a C int. */
export function argument(index: number): number {
  return 16 + 8 * index;
}

export const AUDIT_ARCH_X86_64 = 0xc000_003e;
export const X32_BIT = 0x4000_0000;
export const CLONE_THREAD = 0x0001_0000;

// Actions of <linux/seccomp.h>; the low 16 bits of those that begin with 5 are the error number.
export const ALLOW = 0x7fff_0000;
export const KILL_PROCESS = 0x8000_0000;
export const EPERM = 0x0005_0001;
export const ENOSYS = 0x0005_0026;
/** The call returns 0 and has done nothing. */
export const NOTHING = 0x0005_0000;
/** Another process answers the call. */
export const ASK = 0x7fc0_0000;

// Comparisons of <linux/bpf_common.h> with a constant: BPF_JMP | BPF_K | BPF_JEQ and so on.
export const JEQ = 0x15;
export const JGT = 0x25;
export const JGE = 0x35;
export const JSET = 0x45;

/**
 * Returns the instructions by which `block` answers calls of `number`. The block must end in an answer, since it leaves
 * another value than the number loaded.
 */
export function forNumber(number: number, block: readonly Instruction[]): Instruction[] {
  return [jump(JEQ, number, 0, block.length), ...block];
}

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
