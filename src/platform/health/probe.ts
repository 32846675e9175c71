/** The states of a part of the service that works as a whole or not at all, and of one that is short of something. */
export type PartState = "ready" | "degraded" | "unavailable";

export interface ProbeOptions {
  /** Examines the part; throws when it does not work. */
  readonly examine: () => Promise<PartState>;
  /** Called when the state has changed, with the error that it was found by, if there was one. */
  readonly onChange?: ((state: PartState, error: unknown) => void) | undefined;
  /** Returns the time in milliseconds, from any start. */
  readonly now?: () => number;
  readonly timeoutMs?: number;
}

/** How old an answer may be that is given again, in milliseconds. */
const FRESH_MS = 1000;
/** The time that a part has to show that it works. A disk that hangs does not fail: it says nothing. */
const TIMEOUT_MS = 3000;

/**
 * Keeps the state of one part. It is examined when somebody asks, once at a time and at most once a second: a service
 * that nothing asks about leaves its disk alone.
 */
export class Probe {
  readonly #options: ProbeOptions;
  readonly #now: () => number;
  #state: PartState = "ready";
  #foundAtMs = -Infinity;
  #running: { readonly sinceMs: number; readonly ended: Promise<void> } | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Returns the state as it was at most a second ago; resolves within 3 s, to `unavailable` when nothing was found. */
  async state(): Promise<PartState> {
    if (this.#now() - this.#foundAtMs > FRESH_MS) {
      this.#running ??= { sinceMs: this.#now(), ended: this.#examine() };
      await this.#endOf(this.#running);
    }
    return this.#state;
  }

  async #examine(): Promise<void> {
    try {
      this.#found(await this.#options.examine(), undefined);
    } catch (error) {
      this.#found("unavailable", error);
    } finally {
      this.#foundAtMs = this.#now();
      this.#running = undefined;
    }
  }

  async #endOf({ sinceMs, ended }: { readonly sinceMs: number; readonly ended: Promise<void> }): Promise<void> {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    const timeout = Promise.withResolvers<"timeout">();
    const timer = setTimeout(() => timeout.resolve("timeout"), Math.max(0, sinceMs + timeoutMs - this.#now()));
    if ((await Promise.race([ended, timeout.promise])) === "timeout") {
      this.#found("unavailable", new Error(`It did not answer within ${timeoutMs} ms.`));
    }
    clearTimeout(timer);
  }

  #found(state: PartState, error: unknown): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#options.onChange?.(state, error);
    }
  }
}
