import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { residentBytes } from "../corpora/processes.ts";

/**
 * The reason why a request was not answered: the process crashed, or had to be killed for the time or the memory it
 * took.
 */
export type Loss = { readonly lost: "crash" | "hang" | "memory" };

export const isLoss = (answer: object): answer is Loss => "lost" in answer;

const MEMORY_MAX_BYTES = 3 * 1024 ** 3;
const LOOK_EVERY_MS = 100;

/**
 * A process that answers one message after the other, so that whatever a document does to it is seen and named. It is
 * started when it is needed, and again after a loss.
 */
export class WorkingProcess<Request extends object, Answer extends object> implements Disposable {
  readonly #program: string;
  #child: ChildProcess | undefined;

  /** Makes a process that runs `program`, the name of a file in this folder. */
  constructor(program: string) {
    this.#program = fileURLToPath(new URL(program, import.meta.url));
  }

  async ask(request: Request, withinMs: number): Promise<Answer | Loss> {
    this.#child ??= fork(this.#program, [], { execArgv: ["--expose-gc"], serialization: "advanced" });
    const child = this.#child;
    const { promise: excess, resolve } = Promise.withResolvers<Loss>();
    const timer = setTimeout(resolve, withinMs, { lost: "hang" });
    const look = setInterval(() => {
      if (residentBytes(child.pid ?? 0) > MEMORY_MAX_BYTES) {
        resolve({ lost: "memory" });
      }
    }, LOOK_EVERY_MS);
    const settled = new AbortController();
    const { signal } = settled;
    const crash = once(child, "exit", { signal }).then((): Loss => ({ lost: "crash" }));
    const answer = once(child, "message", { signal }).then(([message]) => message as Answer);
    child.send(request);
    try {
      const outcome = await Promise.race([answer, crash, excess]);
      if (isLoss(outcome)) {
        this[Symbol.dispose]();
      }
      return outcome;
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      // Both losers of the race end with the abort.
      void Promise.allSettled([answer, crash]);
      settled.abort();
    }
  }

  [Symbol.dispose](): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}
