import { addressOf, SystemCallError, syscall } from "../../pool/sandbox/libc.ts";

/*
 * File descriptors across processes: passed by a message (unix(7)), put into a process whose system call is answered
 * (seccomp_unotify(2)), and waited for (poll(2)). The numbers are those of Linux on x86-64.
 */

const CLOSE = 3;
const POLL = 7;
const IOCTL = 16;
const SOCKET = 41;
const CONNECT = 42;
const SENDMSG = 46;
const RECVMSG = 47;
const SOCKETPAIR = 53;
const FCNTL = 72;
const PIDFD_OPEN = 434;

const EINTR = 4;

export function closeDescriptor(descriptor: number): void {
  syscall(CLOSE, descriptor);
}

/** Returns a descriptor that becomes readable when a process ends. */
export function openProcess(pid: number): number {
  return syscall(PIDFD_OPEN, pid, 0);
}

/** Returns two connected sockets. */
export function socketPair(): readonly [number, number] {
  const AF_UNIX = 1;
  const SOCK_STREAM_CLOEXEC = 0o2000001;
  const pair = Buffer.alloc(8);
  syscall(SOCKETPAIR, AF_UNIX, SOCK_STREAM_CLOEXEC, 0, pair);
  return [pair.readInt32LE(0), pair.readInt32LE(4)];
}

/** Passes a descriptor to the process at the other end of `socket`. */
export function sendDescriptor(socket: number, descriptor: number): void {
  const { header, control } = message();
  control.writeInt32LE(descriptor, CONTROL_HEADER_BYTES);
  syscall(SENDMSG, socket, header, 0);
}

/** Receives a descriptor; undefined when the other end was closed without one. */
export function receiveDescriptor(socket: number): number | undefined {
  const { header, control } = message();
  control.fill(0);
  const MSG_CMSG_CLOEXEC = 0x4000_0000;
  const count = uninterrupted(() => syscall(RECVMSG, socket, header, MSG_CMSG_CLOEXEC));
  return count === 0 || control.readUInt32LE(12) !== SCM_RIGHTS ? undefined : control.readInt32LE(CONTROL_HEADER_BYTES);
}

const SCM_RIGHTS = 1;
const CONTROL_HEADER_BYTES = 16;

/** Makes a struct msghdr of one byte, with the room for one descriptor in its control message. */
function message() {
  const SOL_SOCKET = 1;
  const byte = Buffer.alloc(1);
  // struct cmsghdr: u64 length; s32 level; s32 type; then the descriptor, padded to eight bytes.
  const control = Buffer.alloc(CONTROL_HEADER_BYTES + 8);
  control.writeBigUInt64LE(BigInt(CONTROL_HEADER_BYTES + 4), 0);
  control.writeInt32LE(SOL_SOCKET, 8);
  control.writeInt32LE(SCM_RIGHTS, 12);
  // struct iovec: the address and the length.
  const vector = Buffer.alloc(16);
  vector.writeBigUInt64LE(addressOf(byte), 0);
  vector.writeBigUInt64LE(1n, 8);
  // struct msghdr: name, length of the name, iovec, number of them, control, its length, flags.
  const header = Buffer.alloc(56);
  header.writeBigUInt64LE(addressOf(vector), 16);
  header.writeBigUInt64LE(1n, 24);
  header.writeBigUInt64LE(addressOf(control), 32);
  header.writeBigUInt64LE(BigInt(control.length), 40);
  held.set(header, [byte, vector]);
  return { header, control };
}

/** What lies at the addresses in a buffer has to live as long as it. */
const held = new WeakMap<Buffer, readonly Buffer[]>();

/** Waits until one of `descriptors` can be read or its other end is closed, and returns those. */
export function waitForAny(descriptors: readonly number[]): readonly number[] {
  const POLLIN = 1;
  // struct pollfd: s32 descriptor; s16 events; s16 what happened.
  const set = Buffer.alloc(8 * descriptors.length);
  for (const [index, descriptor] of descriptors.entries()) {
    set.writeInt32LE(descriptor, 8 * index);
    set.writeInt16LE(POLLIN, 8 * index + 4);
  }
  uninterrupted(() => syscall(POLL, set, descriptors.length, -1));
  return descriptors.filter((_, index) => set.readInt16LE(8 * index + 6) !== 0);
}

/** A call of `socket(2)` that waits for its answer. */
export interface SocketCall {
  readonly id: bigint;
  /** The type of the socket, with its flags. */
  readonly type: number;
}

/** Takes the next call that waits for an answer; undefined when its process has ended meanwhile. */
export function nextCall(listener: number): SocketCall | undefined {
  const NOTIF_RECV = 0xc050_2100;
  // struct seccomp_notif: u64 id; u32 pid; u32 flags; struct seccomp_data, whose arguments begin at its byte 16.
  const notification = Buffer.alloc(80);
  try {
    uninterrupted(() => syscall(IOCTL, listener, NOTIF_RECV, notification));
  } catch (error) {
    return unlessGone(error);
  }
  return { id: notification.readBigUInt64LE(0), type: notification.readUInt32LE(16 + 16 + 8) };
}

/** Answers a call with an error number. */
export function refuse(listener: number, { id }: SocketCall, errno: number): void {
  const NOTIF_SEND = 0xc018_2101;
  // struct seccomp_notif_resp: u64 id; s64 value; s32 error; u32 flags.
  const response = Buffer.alloc(24);
  response.writeBigUInt64LE(id, 0);
  response.writeInt32LE(-errno, 16);
  try {
    syscall(IOCTL, listener, NOTIF_SEND, response);
  } catch (error) {
    unlessGone(error);
  }
}

/** Answers a call with `descriptor`, which its process then has as well. */
export function handOver(listener: number, { id, type }: SocketCall, descriptor: number): void {
  const NOTIF_ADDFD = 0x4018_2103;
  const ADDFD_FLAG_SEND = 2;
  const O_CLOEXEC = 0o2000000;
  // struct seccomp_notif_addfd: u64 id; u32 flags; u32 descriptor; u32 number there; u32 its flags.
  const added = Buffer.alloc(24);
  added.writeBigUInt64LE(id, 0);
  added.writeUInt32LE(ADDFD_FLAG_SEND, 8);
  added.writeUInt32LE(descriptor, 12);
  added.writeUInt32LE(type & O_CLOEXEC, 20);
  try {
    syscall(IOCTL, listener, NOTIF_ADDFD, added);
  } catch (error) {
    unlessGone(error);
  }
}

/** Returns a TCP connection with a port of 127.0.0.1; reading and writing do not wait when `type` says so. */
export function connectLocally(port: number, type: number): number {
  const AF_INET = 2;
  const SOCK_STREAM_CLOEXEC = 0o2000001;
  const O_NONBLOCK = 0o4000;
  const F_SETFL = 4;
  const descriptor = syscall(SOCKET, AF_INET, SOCK_STREAM_CLOEXEC, 0);
  try {
    // struct sockaddr_in: u16 family; then port and address in the order of the network.
    const address = Buffer.alloc(16);
    address.writeUInt16LE(AF_INET, 0);
    address.writeUInt16BE(port, 2);
    address.writeUInt32BE(0x7f00_0001, 4);
    uninterrupted(() => syscall(CONNECT, descriptor, address, address.length));
    if ((type & O_NONBLOCK) !== 0) {
      syscall(FCNTL, descriptor, F_SETFL, O_NONBLOCK);
    }
    return descriptor;
  } catch (error) {
    closeDescriptor(descriptor);
    throw error;
  }
}

/** Repeats a call that a signal has interrupted. */
function uninterrupted(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof SystemCallError && error.errno === EINTR)) {
        throw error;
      }
    }
  }
}

/** Throws unless the error says that the process whose call is answered has ended, or gave the call up. */
function unlessGone(error: unknown): undefined {
  const ENOENT = 2;
  const EINPROGRESS = 115;
  if (!(error instanceof SystemCallError && [ENOENT, EINPROGRESS].includes(error.errno))) {
    throw error;
  }
  return undefined;
}
