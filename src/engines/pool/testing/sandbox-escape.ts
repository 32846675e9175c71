import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import koffi from "koffi";

/** Things that lie outside a worker's walls. */
export interface Targets {
  /** Files that contain `marker`. */
  readonly files: readonly string[];
  /** Directories that contain a file or directory called `secret`. */
  readonly directories: readonly string[];
  /** A listening TCP port of 127.0.0.1, and the name of a listening abstract unix socket. */
  readonly tcpPort: number;
  readonly abstractSocket: string;
  /** The process ids of the service and its other worker. */
  readonly processes: readonly number[];
  /** The text that stands in the files, and in the environment of the service. */
  readonly marker: string;
}

/**
 * Tries to reach all of `targets` and more, each thing by Node and by the C library, as hostile native code would.
 * @returns the names of what it could do; none if the walls hold.
 */
export async function tryToEscape(targets: Targets, inputs: readonly string[]): Promise<string[]> {
  return [
    // Descriptors come first, since the other attempts open files themselves.
    ...lookAtDescriptors(targets.marker),
    ...lookAtFiles(targets),
    ...lookAtSlot(inputs),
    ...lookAtProcesses(targets),
    ...(await lookAtNetwork(targets)),
    ...lookAtPrograms(),
    ...lookAtUncountedRoom(),
    ...lookAtKernel(),
    ...lookAtAttributes([...targets.files, ...inputs]),
  ];
}

const libc = koffi.load(null);
const nativeOpen = libc.func("open", "int", ["string", "int", "int"]);
const nativeMap = libc.func("mmap", "void *", ["void *", "size_t", "int", "int", "int", "long"]);
const nativeRead = libc.func("read", "long", ["int", "void *", "size_t"]);
const nativeSocket = libc.func("socket", "int", ["int", "int", "int"]);
const nativeSocketPair = libc.func("socketpair", "int", ["int", "int", "int", "void *"]);
const nativeExecve = libc.func("execve", "int", ["string", "void *", "void *"]);
const nativeSystem = libc.func("system", "int", ["string"]);
const nativeFork = libc.func("fork", "int", []);
const nativeKill = libc.func("kill", "int", ["int", "int"]);
const nativePtrace = libc.func("ptrace", "long", ["int", "int", "long", "long"]);
const nativePrctl = libc.func("prctl", "int", ["int", "ulong", "ulong", "ulong", "ulong"]);
const nativeSetuid = libc.func("setuid", "int", ["int"]);
const nativeSyscall = libc.func("syscall", "long", ["long", "int64", "int64", "int64", "int64"]);
const nativeSyscallWithBuffer = libc.func("syscall", "long", ["long", "int64", "void *", "int64", "int64"]);

const nativeSyscallByName = libc.func("syscall", "long", ["long", "string", "int64", "int64"]);

const nativeIoctl = libc.func("syscall", "long", ["long", "int64", "int64", "void *"]);

/** Returns `what` if `attempt` returns true; an error counts as a wall. */
function tried(what: string, attempt: () => boolean): string[] {
  try {
    return attempt() ? [what] : [];
  } catch {
    return [];
  }
}

function nativeContent(path: string): string {
  const descriptor: number = nativeOpen(path, 0, 0);
  const buffer = Buffer.alloc(65_536);
  const length = descriptor < 0 ? 0 : Number(nativeRead(descriptor, buffer, buffer.length));
  return buffer.toString("latin1", 0, Math.max(0, length));
}

/** Returns the raw directory entries as text; names in it end in a null. */
function nativeList(path: string): string {
  const O_DIRECTORY = 0o200000;
  const GETDENTS64 = 217;
  const buffer = Buffer.alloc(65_536);
  const length = Number(
    nativeSyscallWithBuffer(GETDENTS64, nativeOpen(path, O_DIRECTORY, 0), buffer, buffer.length, 0),
  );
  return buffer.toString("latin1", 0, Math.max(0, length));
}

function nativeWrite(path: string): boolean {
  const O_WRONLY_CREAT = 0o101;
  return nativeOpen(path, O_WRONLY_CREAT, 0o600) >= 0;
}

function lookAtFiles({ files, directories, marker }: Targets): string[] {
  return [
    ...files.flatMap((path) => [
      ...tried(`read ${path} by Node`, () => readFileSync(path, "utf8").includes(marker)),
      ...tried(`read ${path} natively`, () => nativeContent(path).includes(marker)),
      ...tried(`write ${path} natively`, () => nativeWrite(path)),
    ]),
    ...tried("read /etc/shadow by Node", () => readFileSync("/etc/shadow").length > 0),
    ...tried("read /etc/shadow natively", () => nativeContent("/etc/shadow").length > 0),
    ...tried("read /etc/passwd natively", () => nativeContent("/etc/passwd").length > 0),
    ...directories.flatMap((path) => [
      ...tried(`list ${path} by Node`, () => readdirSync(path).includes("secret")),
      ...tried(`list ${path} natively`, () => nativeList(path).includes("secret\0")),
      ...tried(`write in ${path} by Node`, () => writeFileSync(join(path, "intruder"), "") === undefined),
      ...tried(`write in ${path} natively`, () => nativeWrite(join(path, "native-intruder"))),
    ]),
  ];
}

/**
 * Tries to write where only reading is allowed: the inputs may be read and are the service's files; only `out` may be
 * written.
 */
function lookAtSlot(inputs: readonly string[]): string[] {
  return [
    ...inputs.flatMap((path) => tried(`write ${path} natively`, () => nativeWrite(path))),
    ...["in/intruder", "intruder", "../intruder"].flatMap((path) =>
      tried(`write ${path} natively`, () => nativeWrite(path)),
    ),
  ];
}

function lookAtProcesses({ processes, marker }: Targets): string[] {
  const numbers = tried("", () => readdirSync("/proc").length > 0).length > 0 ? readdirSync("/proc").map(Number) : [];
  const others = [...new Set([...processes, ...numbers, process.ppid])].filter((pid) => pid > 0 && pid !== process.pid);
  return [
    ...[...others, "self"].flatMap((pid) => [
      ...tried(`environment of ${pid} by Node`, () => readFileSync(`/proc/${pid}/environ`, "latin1").includes(marker)),
      ...tried(`environment of ${pid} natively`, () => nativeContent(`/proc/${pid}/environ`).includes(marker)),
    ]),
    ...processes
      .filter((pid) => pid !== process.pid)
      .flatMap((pid) => [
        ...tried(`root of ${pid}`, () => nativeOpen(`/proc/${pid}/root/etc/shadow`, 0, 0) >= 0),
        ...tried(`directory of ${pid}`, () => nativeOpen(`/proc/${pid}/cwd/in/0`, 0, 0) >= 0),
        ...tried(`memory of ${pid}`, () => nativeOpen(`/proc/${pid}/mem`, 0, 0) >= 0),
        ...tried(`signal to ${pid}`, () => nativeKill(pid, 0) === 0),
        ...tried(`trace ${pid}`, () => nativePtrace(0x4206 /* PTRACE_SEIZE */, pid, 0, 0) === 0),
      ]),
    ...tried("memory of process 1", () => process.pid !== 1 && nativeOpen("/proc/1/mem", 0o2, 0) >= 0),
    ...tried("signal to its group", () => nativeKill(0, 0) === 0),
    ...tried("signal to everybody", () => nativeKill(-1, 0) === 0),
    ...tried("capabilities", () => !/^CapEff:\t0+$/m.test(nativeContent("/proc/self/status"))),
    ...tried("become root", () => nativeSetuid(0) === 0 && process.getuid?.() === 0),
    ...tried("outlive the parent", () => nativePrctl(1 /* PR_SET_PDEATHSIG */, 0, 0, 0, 0) === 0),
  ];
}

async function lookAtNetwork({ tcpPort, abstractSocket }: Targets): Promise<string[]> {
  // Families and types by number: unix, IPv4, IPv6, netlink, raw packets.
  const kinds = [
    [1, 1],
    [2, 1],
    [2, 2],
    [10, 1],
    [16, 3],
    [17, 3],
  ] as const;
  return [
    ...((await canConnect({ host: "127.0.0.1", port: tcpPort })) ? ["TCP by Node"] : []),
    ...((await canConnect({ path: `\0${abstractSocket}` })) ? ["abstract socket by Node"] : []),
    ...kinds.flatMap(([family, type]) => tried(`socket of family ${family}`, () => nativeSocket(family, type, 0) >= 0)),
    ...tried("pair of sockets", () => nativeSocketPair(1, 1, 0, Buffer.alloc(8)) === 0),
    // The ring that would do all of this past the filter: io_uring_setup(8, parameters).
    ...tried("io_uring", () => nativeSyscallWithBuffer(425, 8, Buffer.alloc(120), 0, 0) >= 0),
    ...tried("io_uring of Node", () => links().some((link) => link.includes("io_uring"))),
  ];
}

async function canConnect(target: { host: string; port: number } | { path: string }): Promise<boolean> {
  try {
    const socket = connect(target);
    await once(socket, "connect", { signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}

function lookAtPrograms(): string[] {
  const EPERM = 1;
  return [
    ...tried("program by Node", () => execFileSync("/bin/true").length >= 0),
    ...tried("program by the shell", () => nativeSystem("exit 7") === 7 << 8),
    // If the program existed, this process would be replaced; a wall answers before the kernel looks for it.
    ...tried("program natively", () => nativeExecve("/nonexistent", null, null) < 0 && koffi.errno() !== EPERM),
    ...tried("child", () => isParent(nativeFork())),
    ...tried("child by the call", () => isParent(Number(nativeSyscall(57, 0, 0, 0, 0)))),
  ];
}

/** Returns whether a fork has made a child, which ends at once. */
function isParent(pid: number): boolean {
  if (pid === 0) {
    process.kill(process.pid, "SIGKILL");
  }
  return pid > 0;
}

/** Tries to read files of the service that the worker has inherited open. */
function lookAtDescriptors(marker: string): string[] {
  const PREAD = 17;
  const buffer = Buffer.alloc(4096);
  return Array.from({ length: 64 }, (_, descriptor) => descriptor).flatMap((descriptor) =>
    tried(`descriptor ${descriptor}`, () => {
      return nativeSyscallWithBuffer(PREAD, descriptor, buffer, buffer.length, 0) > 0 && buffer.includes(marker);
    }),
  );
}

/** Returns the namespaces of this process, by kind; empty where its own /proc entry is closed to it. */
export function namespaces(): string[] {
  return ["net", "pid", "ipc", "uts", "mnt"].flatMap((kind) => {
    try {
      return [readlinkSync(`/proc/self/ns/${kind}`)];
    } catch {
      return [];
    }
  });
}

function links(): string[] {
  return Array.from({ length: 64 }, (_, descriptor) => descriptor).flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}

function isMapped(flags: number, descriptor: number): boolean {
  return koffi.address(nativeMap(null, 4096, 1, flags, descriptor, 0)) !== 0xffff_ffff_ffff_ffffn;
}

/** Tries to get memory and room on the disk that no limit counts. */
function lookAtUncountedRoom(): string[] {
  const [SHARED, SHARED_ANONYMOUS] = [1, 0x21];
  const kept = "out/kept";
  return [
    ...tried("shared memory", () => isMapped(SHARED_ANONYMOUS, -1)),
    ...tried("shared memory of /dev/zero", () => isMapped(SHARED, nativeOpen("/dev/zero", 0, 0))),
    ...tried("memfd", () => nativeSyscallByName(319, "room", 0, 0) >= 0),
    ...tried("memfd_secret", () => nativeSyscall(447, 0, 0, 0, 0) >= 0),
    ...tried("System V memory", () => nativeSyscall(29, 0, 4096, 0o1600, 0) >= 0),
    ...["/tmp/room", "/dev/shm/room", "/dev/room", "/run/room", "/var/tmp/room"].flatMap((path) =>
      tried(`file ${path}`, () => nativeWrite(path)),
    ),
    ...tried("file without a name", () => nativeOpen("out", 0o20200002, 0o600) >= 0),
    ...tried("file that lost its name", () => nativeWrite(kept) && unlinkSync(kept) === undefined),
    ...tried("file that another replaced", () => nativeWrite(kept) && renameSync(kept, "out/other") === undefined),
    ...tried("second name", () => nativeWrite(kept) && linkSync(kept, "out/second") === undefined),
    ...tried("directory in out", () => mkdirSync("out/directory") === undefined),
    ...tried("link in out", () => symlinkSync("/", "out/link") === undefined),
    ...tried("room without writing", () => nativeSyscall(285, nativeOpen(kept, 0o102, 0o600), 0, 0, 4096) === 0),
  ];
}

/**
 * Tries system calls, by number, that open the way to more; each would succeed, or fail otherwise, without the filter.
 */
function lookAtKernel(): string[] {
  const EPERM = 1;
  const ENOSYS = 38;
  const calls = {
    unshare: 272,
    bpf: 321,
    perf_event_open: 298,
    keyctl: 250,
    userfaultfd: 323,
    mount: 165,
    pidfd_open: 434,
  };
  return Object.entries(calls).flatMap(([name, number]) =>
    tried(name, () => nativeSyscall(number, 0, 0, 0, 0) >= 0 || ![EPERM, ENOSYS].includes(koffi.errno())),
  );
}

/** Tries to change what is not the content of a file, by its name, or by a descriptor that may only read it. */
function lookAtAttributes(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [
    ...tried(`mode of ${path}`, () => Number(nativeSyscallByName(90, path, 0o640, 0)) === 0),
    ...tried(`mode of ${path} by its descriptor`, () => Number(nativeSyscall(91, opened(path), 0o640, 0, 0)) === 0),
    ...tried(`owner of ${path}`, () => Number(nativeSyscallByName(92, path, -1, -1)) === 0),
    ...tried(`owner of ${path} by its descriptor`, () => Number(nativeSyscall(93, opened(path), -1, -1, 0)) === 0),
    ...tried(`times of ${path}`, () => Number(nativeSyscallByName(132, path, 0, 0)) === 0),
    ...tried(`times of ${path} by its descriptor`, () => Number(nativeSyscall(280, opened(path), 0, 0, 0)) === 0),
    ...tried(`length of ${path}`, () => Number(nativeSyscallByName(76, path, 4096, 0)) === 0),
    ...tried(`flags of ${path} by its descriptor`, () => setsFlag(opened(path))),
  ]);
}

const opened = (path: string): number => nativeOpen(path, 0, 0);

/**
 * Sets FS_NODUMP_FL, a flag that changes nothing, beside the flags that the file has (FS_IOC_GETFLAGS, FS_IOC_SETFLAGS):
 * without them ext4 would be asked to store the file in another way, which it refuses now and then.
 */
function setsFlag(descriptor: number): boolean {
  const [IOCTL, GETFLAGS, SETFLAGS, NODUMP] = [16, 0x8008_6601, 0x4008_6602, 0x40];
  const flags = Buffer.alloc(8);
  nativeIoctl(IOCTL, descriptor, GETFLAGS, flags);
  flags.writeUInt32LE((flags.readUInt32LE(0) | NODUMP) >>> 0, 0);
  return Number(nativeIoctl(IOCTL, descriptor, SETFLAGS, flags)) === 0;
}
