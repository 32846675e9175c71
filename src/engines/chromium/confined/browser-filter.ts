import {
  ALLOW,
  ASK,
  answer,
  argument,
  ENOSYS,
  EPERM,
  forNumber,
  type Instruction,
  JEQ,
  JSET,
  jump,
  load,
  masked,
  NOTHING,
  notWith,
  onlyWith,
} from "../../pool/sandbox/filter-instructions.ts";
import { PR_SET_PTRACER } from "../../pool/sandbox/libc.ts";
import { knownCallsOnly } from "../../pool/sandbox/seccomp.ts";
import * as calls from "../../pool/sandbox/syscall-table.ts";

/*
 * The system-call filter around a whole browser where it has no namespaces. It refuses what the filter of engine processes
 * refuses, except what a browser is built of: processes, threads, shared memory, and pairs of sockets between its own
 * processes.
 *
 * A browser can make no socket. The call by which it asks for one to the network is answered by its supervisor
 * (supervisor.ts), which puts a connection with the service's proxy in its place; to connect it then does nothing. So
 * whatever address the browser, or what has taken it over, names: it is connected with the proxy.
 */

/** Calls of the common table that a browser needs as they are. */
const NEEDED: ReadonlySet<string> = new Set(["memfd_create"]);

const SENDTO = 44;
const SENDMSG = 46;
const SENDMMSG = 307;
const SOCKET = 41;
const CONNECT = 42;
const SOCKETPAIR = 53;
const INSPECTED: ReadonlySet<number> = new Set([SENDTO, SENDMSG, SENDMMSG, SOCKET, CONNECT, SOCKETPAIR]);

/**
 * Calls that engine processes may make, or that are left to what else confines them. Landlock says nothing about most
 * of these, and the browser may have the service's own user.
 */
const REFUSED_TO_BROWSERS: Readonly<Record<string, number>> = {
  // A process would leave the group that ends with its browser.
  setpgid: 109,
  setsid: 112,
  // Signals to others; abort() ends its process without one.
  kill: calls.KILL,
  tgkill: calls.TGKILL,
  ...calls.changesOfNamedFiles,
};

/** Returns the filter as an array of `struct sock_filter`. */
export function browserFilter(): Buffer {
  const refused = Object.entries({ ...calls.denied, ...REFUSED_TO_BROWSERS }).filter(
    ([name, number]) => !NEEDED.has(name) && !INSPECTED.has(number),
  );
  return Buffer.concat([
    ...knownCallsOnly(),
    ...socketRules(),
    // The C library uses clone when there is no clone3, whose flags a filter cannot read.
    ...forNumber(calls.CLONE3, [answer(ENOSYS)]),
    ...forNumber(calls.CLONE, [load(argument(0)), ...refusedWith(NEW_NAMESPACES), answer(ALLOW)]),
    ...refused.flatMap(([, number]) => forNumber(number, [answer(EPERM)])),
    ...Object.values(calls.ownThreadOnly).flatMap((number) => onlyWith(number, 0)),
    ...notWith(calls.PRCTL, [PR_SET_PTRACER]),
    answer(ALLOW),
  ]);
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET of <linux/sched.h>. */
const NEW_NAMESPACES = 0x7e02_0000;

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
/** The part of a socket's type that is not flags. */
const SOCK_TYPE_MASK = 0xf;
/** A message with this flag connects. */
const MSG_FASTOPEN = 0x2000_0000;

function socketRules(): Instruction[] {
  return [
    ...forNumber(SOCKET, [
      load(argument(0)),
      jump(JEQ, AF_INET, 2, 0),
      jump(JEQ, AF_INET6, 1, 0),
      answer(EPERM),
      // Not a stream: neither UDP nor a raw socket.
      load(argument(1)),
      ...typeIs([SOCK_STREAM], ASK),
    ]),
    ...forNumber(CONNECT, [answer(NOTHING)]),
    // Between two datagram sockets, messages can be sent to other addresses than the other's.
    ...forNumber(SOCKETPAIR, [
      load(argument(0)),
      jump(JEQ, AF_UNIX, 1, 0),
      answer(EPERM),
      load(argument(1)),
      ...typeIs([SOCK_STREAM, SOCK_SEQPACKET], ALLOW),
    ]),
    // A message to an address: a pointer of which neither half is set names none.
    ...forNumber(SENDTO, [
      load(argument(4)),
      jump(JEQ, 0, 1, 0),
      answer(EPERM),
      load(argument(4) + 4),
      jump(JEQ, 0, 1, 0),
      answer(EPERM),
      load(argument(3)),
      ...refusedWith(MSG_FASTOPEN),
      answer(ALLOW),
    ]),
    ...forNumber(SENDMSG, [load(argument(2)), ...refusedWith(MSG_FASTOPEN), answer(ALLOW)]),
    ...forNumber(SENDMMSG, [load(argument(3)), ...refusedWith(MSG_FASTOPEN), answer(ALLOW)]),
  ];
}

/** Refuses when the loaded word has any of `bits`. */
function refusedWith(bits: number): Instruction[] {
  return [jump(JSET, bits, 0, 1), answer(EPERM)];
}

/** Answers `action` when the loaded type of a socket, without its flags, is one of `types`, and refuses it otherwise. */
function typeIs(types: readonly number[], action: number): Instruction[] {
  return [masked(SOCK_TYPE_MASK), ...types.flatMap((type) => [jump(JEQ, type, 0, 1), answer(action)]), answer(EPERM)];
}
