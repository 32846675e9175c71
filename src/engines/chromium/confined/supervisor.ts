import { spawn } from "node:child_process";
import { extname, join } from "node:path";
import { PR_SET_DUMPABLE, prctl, SystemCallError } from "../../pool/sandbox/libc.ts";
import {
  closeDescriptor,
  connectLocally,
  handOver,
  nextCall,
  openProcess,
  receiveDescriptor,
  refuse,
  type SocketCall,
  socketPair,
  waitForAny,
} from "./descriptors.ts";

/*
 * Stands beside a browser without namespaces, as the service's user: gives it connections with the proxy in place of the
 * sockets that it asks for (browser-filter.ts), and ends all processes of the browser when the browser or the service
 * ends. It reads nothing that the browser writes.
 *
 * It waits in system calls, never in Node's event loop, so that it has no state to be confused by.
 */

/** The first argument of this program, passed as JSON. */
export interface Supervision {
  /** The proxy's port of 127.0.0.1; absent when the browser gets no connection at all. */
  readonly proxyPort?: number | undefined;
}

/** Standard input, a pipe whose other end the service holds. */
const LIFELINE = 0;
const EACCES = 13;

function supervise({ proxyPort }: Supervision, launch: string): void {
  prctl(PR_SET_DUMPABLE, 0);
  const [own, others] = socketPair();
  const launcher = join(import.meta.dirname, `launcher${extname(import.meta.filename)}`);
  const browser = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", launcher, launch], {
    env: {},
    // Descriptors 3 and 4 are those by which the browser is controlled.
    stdio: ["ignore", "ignore", "inherit", 3, 4, others],
  });
  closeDescriptor(others);
  const listener = browser.pid === undefined ? undefined : receiveDescriptor(own);
  if (browser.pid === undefined || listener === undefined) {
    return;
  }
  const ends = [LIFELINE, openProcess(browser.pid)];
  for (;;) {
    const ready = waitForAny([...ends, listener]);
    if (ends.some((end) => ready.includes(end))) {
      return;
    }
    const call = nextCall(listener);
    if (call !== undefined) {
      answer(listener, call, proxyPort);
    }
  }
}

function answer(listener: number, call: SocketCall, proxyPort: number | undefined): void {
  if (proxyPort === undefined) {
    refuse(listener, call, EACCES);
    return;
  }
  try {
    const connection = connectLocally(proxyPort, call.type);
    handOver(listener, call, connection);
    closeDescriptor(connection);
  } catch (error) {
    refuse(listener, call, error instanceof SystemCallError ? error.errno : EACCES);
  }
}

/** Ends this process and all that stand in its group, which nothing under the browser's filter can leave. */
function endAll(): void {
  process.kill(0, "SIGKILL");
}

try {
  const supervision: Supervision = JSON.parse(process.argv[2] ?? "");
  supervise(supervision, process.argv[3] ?? "");
} finally {
  endAll();
}
