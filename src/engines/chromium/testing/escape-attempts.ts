import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { SystemCallError, syscall } from "../../pool/sandbox/libc.ts";

/*
 * What hostile native code in a confined browser tries: run in the browser's place, it writes the names of what it could
 * do to descriptor 4, as JSON. The numbers are those of Linux on x86-64.
 */

export interface EscapeTargets {
  /** A file that its owner, and whoever has the owner's user, could read and change; it lies outside of the profile. */
  readonly file: string;
  /** The directory that the file is in. */
  readonly directory: string;
  /** A listening TCP port of 127.0.0.1, and the path of a listening Unix socket that all may connect to. */
  readonly tcpPort: number;
  readonly unixSocket: string;
  /** The process that has started the browser. */
  readonly servicePid: number;
  readonly profile: string;
}

const targets: EscapeTargets = JSON.parse(process.argv[2] ?? "");
const path = Buffer.from(`${targets.file}\0`);
const AT_FDCWD = -100;
const AF = { unix: 1, inet: 2, inet6: 10, netlink: 16, packet: 17, vsock: 40 };
const SOCK = { stream: 1, datagram: 2, raw: 3 };

const attempts: Readonly<Record<string, () => unknown>> = {
  "read a file": () => readFileSync(targets.file),
  "read /etc/passwd": () => readFileSync("/etc/passwd"),
  "read the service's environment": () => readFileSync(`/proc/${targets.servicePid}/environ`),
  "list a directory": () => readdirSync(targets.directory),
  "list /": () => readdirSync("/"),
  "list /proc": () => readdirSync("/proc"),
  "list /dev/shm": () => readdirSync("/dev/shm"),
  "write a file": () => writeFileSync(targets.file, "x"),
  "make a file": () => writeFileSync(`${targets.directory}/new`, "x"),
  "make a file in /dev/shm": () => {
    writeFileSync("/dev/shm/quire-escape", "x");
    rmSync("/dev/shm/quire-escape");
  },
  "remove a file": () => rmSync(targets.file),
  "link a file": () => syscall(86, path, Buffer.from(`${targets.profile}/link\0`)),
  "cut a file": () => syscall(76, path, 0),
  "chmod a file": () => syscall(90, path, 0o777),
  "fchmodat a file": () => syscall(268, AT_FDCWD, path, 0o777),
  "fchmodat2 a file": () => syscall(452, AT_FDCWD, path, 0o777, 0),
  "chown a file": () => syscall(92, path, -1, -1),
  "set times of a file": () => syscall(280, AT_FDCWD, path, 0, 0),
  "set an attribute of a file": () => syscall(188, path, Buffer.from("user.x\0"), Buffer.from("x"), 1, 0),
  "run a program": () => execFileSync("/usr/bin/true"),
  "signal the service": () => syscall(62, targets.servicePid, 0),
  "signal its group": () => syscall(62, 0, 0),
  "signal all": () => syscall(62, -1, 0),
  "signal a thread of the service": () => syscall(234, targets.servicePid, targets.servicePid, 0),
  "trace the service": () => syscall(101, 0x4206, targets.servicePid, 0, 0),
  "open the service": () => syscall(434, targets.servicePid, 0),
  "read the service's memory": () => notPermitted(() => syscall(310, targets.servicePid, 0, 0, 0, 0, 0)),
  "leave the group": () => syscall(109, 0, 0),
  "leave the session": () => syscall(112),
  "become root": () => syscall(105, 0),
  "make a user namespace": () => syscall(272, 0x1000_0000),
  "make a process in a user namespace": () => syscall(56, 0x1000_0011),
  clone3: () => notPermitted(() => syscall(435, 0, 0)),
  mount: () => notPermitted(() => syscall(165, 0, 0, 0, 0, 0)),
  bpf: () => notPermitted(() => syscall(321, 0, 0, 0)),
  userfaultfd: () => syscall(323, 0),
  keyctl: () => notPermitted(() => syscall(250, 0, 0)),
  io_uring: () => syscall(425, 8, Buffer.alloc(120)),
  perf_event_open: () => notPermitted(() => syscall(298, 0, 0, 0, 0, 0)),
  "a Unix socket": () => syscall(41, AF.unix, SOCK.stream, 0),
  UDP: () => syscall(41, AF.inet, SOCK.datagram, 0),
  "UDP over IPv6": () => syscall(41, AF.inet6, SOCK.datagram, 0),
  "a raw socket": () => syscall(41, AF.inet, SOCK.raw, 1),
  netlink: () => syscall(41, AF.netlink, SOCK.raw, 0),
  packets: () => syscall(41, AF.packet, SOCK.raw, 0),
  vsock: () => syscall(41, AF.vsock, SOCK.stream, 0),
  "a pair of datagram sockets": () => syscall(53, AF.unix, SOCK.datagram, 0, Buffer.alloc(8)),
  "listen at a port": () => syscall(50, internetSocket(), 1),
  "bind a port": () => syscall(49, internetSocket(), address(0), 16),
  "send to an address": () => syscall(44, pairedSocket(), Buffer.from("x"), 1, 0, unixAddress(), 110),
  "connect by sending": () =>
    syscall(44, internetSocket(), Buffer.from("x"), 1, 0x2000_0000, address(targets.tcpPort), 16),
};

/** Connects to the targets' sockets as far as the calls go; who listens there sees whether it was reached. */
function connectToAll(): void {
  for (const connect of [
    () => syscall(42, internetSocket(), address(targets.tcpPort), 16),
    () => syscall(42, pairedSocket(), unixAddress(), 110),
  ]) {
    try {
      connect();
    } catch {
      // It is the other side that counts.
    }
  }
}

const internetSocket = (): number => syscall(41, AF.inet, SOCK.stream, 0);

function pairedSocket(): number {
  const pair = Buffer.alloc(8);
  syscall(53, AF.unix, SOCK.stream, 0, pair);
  return pair.readInt32LE(0);
}

function address(port: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(AF.inet, 0);
  bytes.writeUInt16BE(port, 2);
  bytes.writeUInt32BE(0x7f00_0001, 4);
  return bytes;
}

function unixAddress(): Buffer {
  const bytes = Buffer.alloc(110);
  bytes.writeUInt16LE(AF.unix, 0);
  bytes.write(targets.unixSocket, 2);
  return bytes;
}

/** Throws only when the filter has answered: the kernel itself finds other faults in such arguments. */
function notPermitted(call: () => number): void {
  const REFUSALS = [1, 38];
  try {
    call();
  } catch (error) {
    if (error instanceof SystemCallError && REFUSALS.includes(error.errno)) {
      throw error;
    }
  }
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

const reached = Object.entries(attempts).filter(([, attempt]) => succeeds(attempt));
connectToAll();
writeSync(4, JSON.stringify(reached.map(([name]) => name)));
