import type { FairPlaces, Place } from "../../../kernel/timing/fair-places.ts";

/** The requests that must be too many before there is overload: more than single callers cause. */
const OVERLOAD_REQUESTS = 20;
const WINDOW_MS = 1000;

/** What has happened in one second, and the second before. */
interface Window {
  readonly startMs: number;
  refusals: number;
  /** The requests that came in this window and have neither a place nor an answer. */
  approaching: number;
}

/**
 * Tells when so many requests come for the places of the server's queue that bodies are no longer worth reading before a
 * place is known. Reading, checking and storing a body that is then refused costs most of what a refusal costs, and takes
 * it from the work that was accepted; so under overload the place is taken before the body instead of after it. There is
 * overload when many have just been refused, or when many more are on their way than there are places.
 */
export class LoadShedding {
  readonly #places: FairPlaces;
  readonly #now: () => number;
  #window: Window;
  #before: Window;

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(places: FairPlaces, now: () => number = () => performance.now()) {
    this.#places = places;
    this.#now = now;
    this.#before = { startMs: now(), refusals: 0, approaching: 0 };
    this.#window = this.#before;
  }

  get isOverload(): boolean {
    this.#turn();
    const tooMany = this.#places.held + this.approaching - this.#places.count;
    return Math.max(this.#window.refusals, this.#before.refusals, tooMany) >= OVERLOAD_REQUESTS;
  }

  /**
   * The requests that came a moment ago and are on their way to a place. Those that come slowly are none: nobody waits for
   * an upload.
   */
  get approaching(): number {
    this.#turn();
    return this.#window.approaching + (this.#before === this.#window ? 0 : this.#before.approaching);
  }

  /** Notes that a request was refused since the queue is full. */
  noteRefusal(): void {
    this.#turn();
    this.#window.refusals += 1;
  }

  /** Notes that a request is on its way to a place, until what is returned is released. */
  approach(): Place {
    this.#turn();
    const window = this.#window;
    window.approaching += 1;
    let isOnItsWay = true;
    const release = (): void => {
      window.approaching -= isOnItsWay ? 1 : 0;
      isOnItsWay = false;
    };
    return { release, [Symbol.dispose]: release };
  }

  #turn(): void {
    const now = this.#now();
    const sinceMs = now - this.#window.startMs;
    if (sinceMs >= WINDOW_MS) {
      const empty: Window = { startMs: now, refusals: 0, approaching: 0 };
      this.#before = sinceMs < 2 * WINDOW_MS ? this.#window : empty;
      this.#window = empty;
    }
  }
}
