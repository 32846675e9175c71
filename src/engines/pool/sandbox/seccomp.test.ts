import { expect, test } from "vitest";
import { type FilterStage, seccompFilter } from "./seccomp.ts";
import { denied, deniedAtWork } from "./syscall-table.ts";

/*
 * The filter's program, interpreted by the rules of classic BPF as far as it uses them; the sandbox escape test shows
 * that the kernel does the same. Numbers are those of Linux on x86-64.
 */

const X86_64 = 0xc000_003e;
const I386 = 0x4000_0003;
const OWN_PID = 4711;
const launch: FilterStage = { kind: "launch" };
const work: FilterStage = { kind: "work", processId: OWN_PID };

type Verdict = "allow" | "kill" | "EPERM" | "ENOSYS";

function verdict(
  stage: FilterStage,
  number: number,
  parameters: readonly number[] = [],
  architecture = X86_64,
): Verdict {
  const program = seccompFilter(stage);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [index, value] of parameters.entries()) {
    data.writeBigInt64LE(BigInt(value), 16 + 8 * index);
  }
  let accumulator = 0;
  for (let counter = 0; ; counter++) {
    const [code, ifTrue, ifFalse, constant] = [
      program.readUInt16LE(counter * 8),
      program.readUInt8(counter * 8 + 2),
      program.readUInt8(counter * 8 + 3),
      program.readUInt32LE(counter * 8 + 4),
    ];
    const comparisons: Record<number, boolean> = {
      0x15: accumulator === constant,
      0x25: accumulator > constant,
      0x35: accumulator >= constant,
      0x45: (accumulator & constant) !== 0,
    };
    if (code === 0x20) {
      accumulator = data.readUInt32LE(constant);
    } else if (code === 0x54) {
      accumulator &= constant;
    } else if (code === 0x06) {
      return verdictOf(constant);
    } else {
      counter += comparisons[code] === true ? ifTrue : ifFalse;
    }
  }
}

function verdictOf(action: number): Verdict {
  const verdicts: Record<number, Verdict> = {
    0x7fff_0000: "allow",
    0x8000_0000: "kill",
    0x0005_0001: "EPERM",
    0x0005_0026: "ENOSYS",
  };
  const found = verdicts[action];
  if (found === undefined) {
    throw new Error(`Unknown action ${action}`);
  }
  return found;
}

test("what a parser needs is allowed: read, write, mmap, openat, futex, exit_group, getrandom", () => {
  for (const number of [0, 1, 9, 257, 202, 231, 318]) {
    expect(verdict(work, number)).toBe("allow");
  }
});

test("every call of the table is refused, before and after the work begins", () => {
  for (const number of Object.values(denied)) {
    expect(verdict(launch, number)).toBe("EPERM");
    expect(verdict(work, number)).toBe("EPERM");
  }
});

test("names of files are neither removed nor moved, nor made for anything but files, nor is anything but content changed, once the work begins", () => {
  for (const number of Object.values(deniedAtWork)) {
    expect(verdict(launch, number)).toBe("allow");
    expect(verdict(work, number)).toBe("EPERM");
  }
});

test("memory is private, or that of a file", () => {
  const [SHARED, PRIVATE, SHARED_VALIDATE, ANONYMOUS] = [1, 2, 3, 0x20];
  for (const [flags, expected] of [
    [PRIVATE | ANONYMOUS, "allow"],
    [PRIVATE, "allow"],
    [SHARED, "allow"],
    [SHARED | ANONYMOUS, "EPERM"],
    [SHARED_VALIDATE | ANONYMOUS, "EPERM"],
  ] as const) {
    expect(verdict(work, 9, [0, 4096, 3, flags])).toBe(expected);
  }
});

test("files have names", () => {
  const [RDWR, CREAT, TMPFILE, DIRECTORY] = [2, 0o100, 0o20200000, 0o200000];
  expect(verdict(work, 257, [0, 0, RDWR | CREAT])).toBe("allow");
  expect(verdict(work, 257, [0, 0, DIRECTORY])).toBe("allow");
  expect(verdict(work, 257, [0, 0, RDWR | TMPFILE])).toBe("EPERM");
  expect(verdict(work, 2, [0, RDWR | TMPFILE])).toBe("EPERM");
  expect(verdict(work, 437)).toBe("ENOSYS");
});

test("flags, attributes and versions of open files stay as they are", () => {
  const [FIONBIO, FIOCLEX, TCGETS] = [0x5421, 0x5451, 0x5401];
  for (const request of [FIONBIO, FIOCLEX, TCGETS]) {
    expect(verdict(work, 16, [3, request])).toBe("allow");
  }
  const [FS_SETFLAGS, FS_SETXATTR, FS_SETVERSION, ENABLE_VERITY] = [0x4008_6602, 0x401c_5820, 0x4008_7602, 0x4080_6685];
  for (const request of [FS_SETFLAGS, FS_SETXATTR, FS_SETVERSION, ENABLE_VERITY]) {
    expect(verdict(work, 16, [3, request])).toBe("EPERM");
  }
});

test("programs can be executed at launch only", () => {
  for (const number of [59, 322]) {
    expect(verdict(launch, number)).toBe("allow");
    expect(verdict(work, number)).toBe("EPERM");
  }
});

test("threads can be made, processes and namespaces cannot", () => {
  const CLONE = 56;
  const ofPthreadCreate = 0x3d_0f00;
  const ofFork = 0x0120_0011;
  const withNewUserNamespace = 0x1000_0011;
  expect(verdict(work, CLONE, [ofPthreadCreate])).toBe("allow");
  expect(verdict(work, CLONE, [ofFork])).toBe("EPERM");
  expect(verdict(work, CLONE, [withNewUserNamespace])).toBe("EPERM");
  // The C library then uses clone.
  expect(verdict(work, 435)).toBe("ENOSYS");
});

test("a worker signals only itself", () => {
  for (const number of [62, 234]) {
    expect(verdict(work, number, [OWN_PID, 6])).toBe("allow");
    for (const target of [0, -1, 1, OWN_PID + 1]) {
      expect(verdict(work, number, [target, 9])).toBe("EPERM");
    }
  }
});

test("limits and scheduling of other processes stay as they are", () => {
  for (const number of [302, 203, 314]) {
    expect(verdict(work, number, [0])).toBe("allow");
    expect(verdict(work, number, [1])).toBe("EPERM");
  }
});

test("what confinement has set by prctl stays, names of threads may change", () => {
  const PR_SET_NAME = 15;
  expect(verdict(work, 157, [PR_SET_NAME])).toBe("allow");
  for (const option of [1, 4, 0x5961_6d61]) {
    expect(verdict(work, 157, [option])).toBe("EPERM");
  }
});

test("another architecture's calls and x32's end the process; calls that came later do not exist", () => {
  expect(verdict(work, 0, [], I386)).toBe("kill");
  expect(verdict(work, 0x4000_0000 + 1)).toBe("kill");
  expect(verdict(work, 463)).toBe("ENOSYS");
});
