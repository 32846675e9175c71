import { assertNever } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import { ProtocolViolation } from "./messages.ts";
import type { SlotDirectory } from "./slot-directory.ts";
import type { Task } from "./task.ts";
import type { TaskClock } from "./task-clock.ts";
import type { WorkerProcess } from "./worker-process.ts";

/** One run of a task on one worker, which has already been sent the task. */
export interface Run {
  readonly task: Task;
  /** The number by which the worker knows the task. */
  readonly number: number;
  readonly worker: WorkerProcess;
  readonly directory: SlotDirectory;
  readonly clock: TaskClock;
}

/**
 * Passes on what the worker sends about its task until the worker ends it.
 * @returns the worker's memory in bytes at the end of the task.
 * @throws WorkerEnded; ProtocolViolation; an error when the task was cancelled meanwhile, or the service could not take
 * a file over.
 */
export async function relay(run: Run): Promise<number> {
  const { task, number, worker } = run;
  for (let index = 0; ; ) {
    const message = await worker.next();
    if (task.isOver) {
      throw new Error("The task was cancelled.");
    }
    if (message.kind === "ready" || message.task !== number) {
      throw new ProtocolViolation("The worker sent a message about a task other than its own.");
    }
    switch (message.kind) {
      case "item":
        // An earlier run has handed out the first items already.
        if (index >= task.handedOut) {
          await handOut(run, message.item);
        }
        index++;
        break;
      case "done":
        task.items.end();
        return message.residentBytes;
      case "failed":
        task.fail(new Failure(message.code, message.message, { facts: message.facts }));
        return message.residentBytes;
      default:
        assertNever(message);
    }
  }
}

/**
 * Adds one item to those that wait for the reader, then waits while there are too many, with the task's clock stopped.
 */
async function handOut(run: Run, item: object): Promise<void> {
  const { task, clock } = run;
  task.items.push(await withPath(run, item));
  task.handedOut++;
  if (task.items.isFull) {
    clock.stop();
    await task.items.room();
    clock.start();
  }
}

/**
 * Moves the file that an item names out of the slot, and returns the item with its new path instead. Items without a
 * file are returned unchanged.
 */
async function withPath({ task, directory }: Run, item: object): Promise<object> {
  if (!("file" in item)) {
    return item;
  }
  const { file, ...rest } = item;
  const { outputDirectory } = task.call;
  if (typeof file !== "string" || outputDirectory === undefined) {
    throw new ProtocolViolation("The worker named a file where none was asked for.");
  }
  return { ...rest, path: await directory.take(file, outputDirectory) };
}
