import type { Author } from "../../audit-store.ts";
import { type Call, callOf, type InputOf, type OutputOf, type TransactionName } from "../../sql/transactions.ts";
import { storageUnavailable } from "../../storage-failure.ts";
import { type BatchWriter, openBatchWriter, type Reply } from "./batch.ts";

/** Runs transactions one after the other, in the order in which they are asked for. */
export interface Writer {
  /** Resolves once the transaction is committed. */
  readonly write: <Name extends TransactionName>(
    name: Name,
    input: InputOf<Name>,
    author?: Author,
  ) => Promise<OutputOf<Name>>;
  /**
   * Takes no more transactions; waits for those that were asked for before, then for `closeOthers`, and closes its own
   * connection last.
   */
  readonly close: (closeOthers: () => Promise<void>) => Promise<void>;
}

/**
 * The points at which tests end the process: a batch goes to the writer; it is committed, and no caller has been
 * answered yet.
 */
export interface Milestone {
  readonly kind: "sent" | "committed";
  readonly calls: readonly TransactionName[];
}

export type OnMilestone = (milestone: Milestone) => void;

/** The place where batches are written: another thread, or this one. */
export interface BatchTarget {
  run(calls: readonly Call[]): Promise<readonly Reply[]>;
  close(): Promise<void>;
}

interface Waiting {
  readonly call: Call;
  readonly settle: (reply: Reply) => void;
}

/**
 * Creates a writer that commits in groups: what is asked for while a batch is being written is the next batch, so that
 * one sync serves all of it. The first batch waits for the end of the event loop's turn.
 */
export function batchWriter(target: BatchTarget, onMilestone: OnMilestone | undefined): Writer {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  const runBatches = async (): Promise<void> => {
    await nextTurn();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const calls = batch.map(({ call }) => call);
      const names = calls.map(({ name }) => name);
      onMilestone?.({ kind: "sent", calls: names });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one batch after the other is the point
      const replies = await repliesTo(calls, target);
      onMilestone?.({ kind: "committed", calls: names });
      for (const [index, reply] of replies.entries()) {
        batch[index]?.settle(reply);
      }
    }
    running = undefined;
  };

  return {
    write: (name, input, author) =>
      new Promise((resolve, reject) => {
        if (closing !== undefined) {
          reject(new Error("The store is closed."));
          return;
        }
        waiting.push({
          call: callOf(name, input, author),
          settle: (reply) => {
            if (reply.kind === "done") {
              resolve(outputOf(name, reply));
            } else {
              reject(errorOf(reply));
            }
          },
        });
        running ??= runBatches();
      }),
    close: (closeOthers) =>
      (closing ??= Promise.resolve(running)
        .then(closeOthers)
        .then(() => target.close())),
  };
}

/**
 * Creates a writer that runs each call by itself, in the calling thread: for the command line, whose calls follow one
 * another anyway.
 */
export function inlineWriter(path: string, onMilestone: OnMilestone | undefined): Writer {
  const writer: BatchWriter = openBatchWriter(path);
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  return {
    write(name, input, author) {
      if (isClosed) {
        return Promise.reject(new Error("The store is closed."));
      }
      const replies = last.then(() => {
        onMilestone?.({ kind: "sent", calls: [name] });
        return writer.run([callOf(name, input, author)]);
      });
      last = replies;
      return replies.then(([reply]) => {
        onMilestone?.({ kind: "committed", calls: [name] });
        if (reply?.kind !== "done") {
          throw reply === undefined ? new Error("A call has no reply.") : errorOf(reply);
        }
        return outputOf(name, reply);
      });
    },
    async close(closeOthers) {
      if (!isClosed) {
        isClosed = true;
        await last;
        await closeOthers();
        writer.close();
      }
    },
  };
}

async function repliesTo(calls: readonly Call[], target: BatchTarget): Promise<readonly Reply[]> {
  try {
    return await target.run(calls);
  } catch (error) {
    // The writer itself has failed.
    const failed: Reply = {
      kind: "failed",
      isStorage: true,
      isDamage: false,
      error: error instanceof Error ? error : new Error(String(error)),
    };
    return calls.map(() => failed);
  }
}

const outputOf = <Name extends TransactionName>(
  _name: Name,
  { output }: Extract<Reply, { kind: "done" }>,
): OutputOf<Name> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the transaction of this name returned it
  output as OutputOf<Name>;

const errorOf = (reply: Extract<Reply, { kind: "failed" }>): Error =>
  reply.isStorage ? storageUnavailable(reply.error) : reply.error;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
