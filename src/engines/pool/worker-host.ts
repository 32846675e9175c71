import { once } from "node:events";
import { openSync, readSync, statSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { dirname } from "node:path";
import { PassThrough } from "node:stream";
import { Failure } from "../../kernel/failure.ts";
import { linesOf, MAX_FAILURE_MESSAGE, MAX_LINE_BYTES } from "./lines.ts";
import type { Method, Methods, ParentMessage, WorkerMessage } from "./protocol.ts";
import { type Confinement, confine } from "./sandbox/confinement.ts";
import { isLinux } from "./sandbox/libc.ts";
import { lowerSession } from "./sandbox/priority.ts";

/** The descriptor of the socket between a worker and its parent. */
const SOCKET_DESCRIPTOR = 3;

export interface HostOptions {
  /**
   * Loads what the methods would otherwise load when first used. A confined worker may be unable to open its own
   * program's files, and runs no other program.
   */
  readonly prepare?: () => void | Promise<void>;
  /**
   * Reads the files of the program that are otherwise read when first needed, since few documents need them. It is called
   * only in a worker that will not be able to.
   */
  readonly readAhead?: () => void | Promise<void>;
}

/**
 * Makes this process a worker: confines it, then runs the tasks that the parent sends, one at a time, until the parent
 * ends the socket. It is called once, by the entry file of a worker class, after its imports.
 *
 * An error that is no `Failure` ends the process: the state that it left behind is unknown, and the parent starts
 * another one.
 */
export async function serveTasks(methods: Methods, options: HostOptions = {}): Promise<void> {
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  try {
    await options.prepare?.();
    const confinement: Confinement = JSON.parse(process.argv[2] ?? "");
    if (losesItsProgram(confinement)) {
      await options.readAhead?.();
    }
    const socket = new Socket({ fd: SOCKET_DESCRIPTOR, readable: true, writable: true });
    // When the parent is gone, no one waits for the current task.
    socket.on("close", () => process.exit(0));
    if (isLinux) {
      lowerSession();
    }
    const startBytes = residentBytes();
    await send(socket, { kind: "ready", confinement: confine(confinement), residentBytes: startBytes });
    // Piped into a buffer, the socket reports its end even during a task.
    for await (const line of linesOf(socket.pipe(new PassThrough()))) {
      const message: ParentMessage = JSON.parse(line.toString());
      await runTask(socket, methods, message);
    }
  } catch (error) {
    crash(error);
  }
}

/**
 * Returns whether the user that this worker becomes may not enter the directory of its own program, as when root runs the
 * service from its home directory. bubblewrap shows the program at another place, which everyone may enter.
 */
const losesItsProgram = ({ identity, launchWalls }: Confinement): boolean =>
  identity !== undefined && !launchWalls.includes("namespaces") && !isOpenToAll(import.meta.dirname);

function isOpenToAll(directory: string): boolean {
  const [above, OTHERS_MAY_ENTER] = [dirname(directory), 0o001];
  try {
    return (statSync(directory).mode & OTHERS_MAY_ENTER) !== 0 && (above === directory || isOpenToAll(above));
  } catch {
    // Node's permissions do not show the directories above the program, so it is taken for one that will be lost.
    return false;
  }
}

async function runTask(socket: Socket, methods: Methods, message: ParentMessage): Promise<void> {
  const { task, parameters, inputs, outputDirectory } = message;
  try {
    const method = methodNamed(methods, message.method);
    for await (const item of method({ parameters, inputs, outputDirectory })) {
      await send(socket, { kind: "item", task, item });
    }
  } catch (error) {
    const failure = error instanceof Failure ? error : fullDisk(error);
    if (failure === undefined) {
      throw error;
    }
    const { code, facts } = failure;
    const text = failure.message.slice(0, MAX_FAILURE_MESSAGE);
    await send(socket, { kind: "failed", task, code, message: text, facts, residentBytes: residentBytes() });
    return;
  }
  await send(socket, { kind: "done", task, residentBytes: residentBytes() });
}

// Each library reports a full disk in its own error, with the words of the system.
const FULL_DISK = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/;

/**
 * Returns the failure for an error that a full disk caused, and undefined for any other. A full disk is not the
 * document's fault, and passes.
 */
const fullDisk = (error: unknown): Failure | undefined =>
  error instanceof Error && FULL_DISK.test(error.message)
    ? new Failure("storage_unavailable", "The service cannot write to its disk at the moment.")
    : undefined;

function methodNamed(methods: Methods, name: string): Method {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) {
    throw new Error(`The worker has no method ${name}.`);
  }
  return method;
}

/** Sends a message, and waits while the parent reads more slowly than the worker writes. */
async function send(socket: Socket, message: WorkerMessage): Promise<void> {
  const line = `${JSON.stringify(message)}\n`;
  if (line.length > MAX_LINE_BYTES / 3 && Buffer.byteLength(line) > MAX_LINE_BYTES) {
    throw new Failure(
      "document_too_complex",
      "A single result of this document is larger than the service can return.",
    );
  }
  if (!socket.write(line)) {
    await once(socket, "drain");
  }
}

let statusDescriptor: number | undefined;

/**
 * Returns the resident memory in bytes, without pages of files, which the system takes back when it needs them. The
 * first call is made before confinement; the descriptor is kept, since the path may be out of reach later.
 */
function residentBytes(): number {
  if (!isLinux) {
    return process.memoryUsage.rss();
  }
  statusDescriptor ??= openSync("/proc/self/status", "r");
  const status = Buffer.alloc(4096);
  const text = status.toString("latin1", 0, readSync(statusDescriptor, status, 0, status.length, 0));
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

function crash(error: unknown): never {
  const STDERR = 2;
  writeSync(STDERR, `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
