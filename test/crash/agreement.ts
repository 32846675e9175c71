import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "./journal.ts";
import type { RunningService } from "./running-service.ts";
import {
  chargesOf,
  contradictions,
  isUnfinished,
  jobsWithInputs,
  namesIn,
  readStoreContents,
  type StoreContents,
} from "./store-contents.ts";

const SETTLES_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** Compares, after each crash, what the clients know with what the service has on disk. */
export class Agreement {
  readonly #dataDirectory: string;
  readonly #journal: Journal;
  /** The credits charged for requests that were answered at once, by account, at the last comparison. */
  readonly #charged = new Map<string, number>();
  /** The number of charges whose answer was cut off on the wire. */
  undelivered = 0;

  constructor(dataDirectory: string, journal: Journal) {
    this.#dataDirectory = dataDirectory;
    this.#journal = journal;
  }

  /**
   * Returns, in words, what is inconsistent in a service that was started again and has received no request: jobs may
   * be in work, requests are not, and a job may reach its crash point. `tasksLeft`: the names below `tasks/` at the
   * crash.
   */
  async differences(service: RunningService, tasksLeft: readonly string[]): Promise<string[]> {
    const contents = readStoreContents(this.#dataDirectory);
    const tasks = await namesIn(this.#dataDirectory, "tasks");
    return [
      ...this.#journal.surprises,
      ...contradictions(contents),
      ...this.#journal.accounts.flatMap((account) => this.#chargesWithoutAnswer(account, contents)),
      ...this.#jobsThatChanged(contents),
      ...tasks.filter((name) => tasksLeft.includes(name)).map((name) => `tasks/${name} is left`),
      ...(await this.#wrongInputs(service)),
    ];
  }

  /** Checks that each charge has its delivered answer, except at most as many as requests were cut. */
  #chargesWithoutAnswer(account: Journal["accounts"][number], contents: StoreContents): string[] {
    const { id, name, delivered, cut } = account;
    const { requests } = chargesOf(contents, id);
    const undelivered = requests - (this.#charged.get(id) ?? 0) - delivered;
    this.undelivered += undelivered;
    this.#charged.set(id, requests);
    account.delivered = 0;
    account.cut = 0;
    return undelivered >= 0 && undelivered <= cut
      ? []
      : [`${name}: ${undelivered} charges beyond the delivered ones; ${cut} requests were cut`];
  }

  /** Checks that each job whose 202 was received is there, and has not left a final state that a client has seen. */
  #jobsThatChanged({ jobs }: StoreContents): string[] {
    const states = new Map(jobs.map(({ id, state }) => [id, state]));
    return [...this.#journal.jobs].flatMap(([id, { finalState }]) => {
      const state = states.get(id);
      if (state === undefined) {
        return [`accepted job ${id} is lost`];
      }
      return finalState === undefined || finalState === state ? [] : [`${id} was ${finalState} and is ${state}`];
    });
  }

  /** Checks that inputs are kept of exactly those jobs that have not ended. */
  async #wrongInputs(service: RunningService): Promise<string[]> {
    // A job has ended a moment before its inputs are removed, and others end meanwhile: only what remains counts. A
    // service that has been killed meanwhile leaves the removal to the next one.
    let surplus: string[] | undefined;
    const giveUpMs = performance.now() + SETTLES_WITHIN_MS;
    for (;;) {
      const unfinishedBefore = this.#unfinished();
      const kept = await jobsWithInputs(this.#dataDirectory);
      const missing = this.#unfinished().filter((id) => !kept.includes(id));
      const ended = kept.filter((id) => !unfinishedBefore.includes(id));
      surplus = surplus === undefined ? ended : surplus.filter((id) => ended.includes(id));
      if (missing.length > 0 || surplus.length === 0 || service.wasKilled() || performance.now() > giveUpMs) {
        return [
          ...missing.map((id) => `unfinished job ${id} has no inputs`),
          ...(service.wasKilled() ? [] : surplus).map((id) => `the inputs of ${id} are left`),
        ];
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  #unfinished(): string[] {
    return readStoreContents(this.#dataDirectory)
      .jobs.filter(isUnfinished)
      .map(({ id }) => id);
  }
}
