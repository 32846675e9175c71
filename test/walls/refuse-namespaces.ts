import {
  ALLOW,
  answer,
  argument,
  ENOSYS,
  EPERM,
  forNumber,
  JSET,
  jump,
  load,
} from "../../src/engines/pool/sandbox/filter-instructions.ts";
import { keepAcrossExec, PR_SET_NO_NEW_PRIVS, prctl } from "../../src/engines/pool/sandbox/libc.ts";
import { installFilter, knownCallsOnly } from "../../src/engines/pool/sandbox/seccomp.ts";
import * as calls from "../../src/engines/pool/sandbox/syscall-table.ts";

/*
 * Runs a command, given as arguments, on a kernel that refuses namespaces and mounts, as the default profile of Docker
 * does for a container without CAP_SYS_ADMIN.
 */

const NEW_NAMESPACES = 0x7e02_0000;
const { unshare, setns, mount, umount2, pivot_root } = calls.denied;

prctl(PR_SET_NO_NEW_PRIVS, 1);
installFilter(
  Buffer.concat([
    ...knownCallsOnly(),
    ...forNumber(calls.CLONE3, [answer(ENOSYS)]),
    ...forNumber(calls.CLONE, [load(argument(0)), jump(JSET, NEW_NAMESPACES, 0, 1), answer(EPERM), answer(ALLOW)]),
    ...[unshare, setns, mount, umount2, pivot_root].flatMap((number = -1) => forNumber(number >>> 0, [answer(EPERM)])),
    answer(ALLOW),
  ]),
);
for (const descriptor of [0, 1, 2]) {
  keepAcrossExec(descriptor);
}
const [program = "", ...rest] = process.argv.slice(2);
process.execve?.(program, [program, ...rest]);
throw new Error("This Node cannot replace itself by another program.");
