import type { ClaimedPart } from "../../store/job-part-store.ts";

/** Some pages of a part that are done together. */
export interface Piece<Part extends Pick<ClaimedPart, "pages">> {
  readonly part: Part;
  readonly pages: readonly number[];
}

/**
 * Hands out the pages of claimed parts. The next part is claimed when the pages of the one before are in work, not when they
 * are done: no process waits for the last page of a part.
 */
export class PartFeed<Part extends Pick<ClaimedPart, "pages">> {
  readonly #claimNext: () => Promise<Part | undefined>;
  #current: { readonly part: Part; readonly waiting: number[] } | undefined;
  #claiming: Promise<boolean> | undefined;

  /** `claimNext` claims a part whose `pages` are those that are still to be done; undefined: there is none. */
  constructor(claimNext: () => Promise<Part | undefined>) {
    this.#claimNext = claimNext;
  }

  /** Returns up to `count` pages of one part; undefined when there is nothing more to do. */
  async next(count: number): Promise<Piece<Part> | undefined> {
    for (;;) {
      const pages = this.#current?.waiting.splice(0, count) ?? [];
      if (this.#current !== undefined && pages.length > 0) {
        return { part: this.#current.part, pages };
      }
      this.#claiming ??= this.#claim().finally(() => {
        this.#claiming = undefined;
      });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one part after the other
      if (!(await this.#claiming)) {
        return undefined;
      }
    }
  }

  async #claim(): Promise<boolean> {
    const part = await this.#claimNext();
    this.#current = part && { part, waiting: [...part.pages] };
    return part !== undefined;
  }
}

/**
 * Does pieces, `atOnce` at the same time, until `next` returns none. The first error ends it, when nothing goes on any more.
 * @throws what `next` and `work` throw
 */
export async function inLanes<Item>(
  atOnce: number,
  next: () => Promise<Item | undefined>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const state = { hasFailed: false };
  const lane = async (): Promise<void> => {
    try {
      for (let item = await next(); item !== undefined && !state.hasFailed; item = await next()) {
        await work(item);
      }
    } catch (error) {
      state.hasFailed = true;
      throw error;
    }
  };
  const lanes = Array.from({ length: atOnce }, lane);
  const ended = await Promise.allSettled(lanes);
  const failed = ended.find((each) => each.status === "rejected");
  if (failed !== undefined) {
    throw failed.reason;
  }
}
