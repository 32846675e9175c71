import { Failure } from "../failure.ts";
import type { PageList } from "./page-list.ts";
import { resolvePages } from "./page-ranges.ts";

/** The step of a list that pages are named for: `path` is what it is called to callers, such as `steps[1].rotate`. */
export interface StepPlace {
  readonly path: string;
  readonly isFirst: boolean;
}

/** The pages that a step finds, and names by page lists; indices count from 0. */
export class StepPages {
  /** The codes of what is to be said of the lists: `pages_clipped`, `empty_selection`. */
  readonly codes: string[] = [];
  readonly #count: number;
  readonly #place: StepPlace;

  constructor(count: number, place: StepPlace) {
    this.#count = count;
    this.#place = place;
  }

  /**
   * Returns the indices of the pages that the list at `member` names, each once, in its order.
   * @throws Failure `page_out_of_range`, which names step and member
   */
  named(member: string, list: PageList): readonly number[] {
    try {
      const { pages, clipped } = resolvePages(list, this.#count, { repeats: "once", maxPages: MAX_STEP_PAGES });
      this.codes.push(...(clipped ? ["pages_clipped"] : []), ...(pages.length === 0 ? ["empty_selection"] : []));
      return pages.map((page) => page - 1);
    } catch (error) {
      throw error instanceof Failure ? this.#ofMember(error, member) : error;
    }
  }

  allBut(indices: readonly number[]): readonly number[] {
    const left = new Set(indices);
    return Array.from({ length: this.#count }, (_, index) => index).filter((index) => !left.has(index));
  }

  /** @throws Failure `too_many_pages` when the step cannot add so many pages */
  requireRoom(pages: number): void {
    requireStepPages(this.#count + pages, this.#place);
  }

  #ofMember({ code, message, facts }: Failure, member: string): Failure {
    const said = this.#place.isFirst ? message : message.replace("the document has", "the steps before leave");
    return new Failure(code, `${this.#place.path}.${member}: ${said}`, { facts });
  }
}

/** The most pages that there may be after a step, each counted as often as it is shown. */
const MAX_STEP_PAGES = 10_000;

/**
 * Checks the number of pages that there are after a step.
 * @throws Failure `page_out_of_range` when there are none, `too_many_pages`
 */
export function requireStepPages(pages: number, { path }: StepPlace): void {
  if (pages === 0) {
    throw new Failure("page_out_of_range", `${path}: no page is left; a document has at least one.`);
  }
  if (pages > MAX_STEP_PAGES) {
    throw new Failure(
      "too_many_pages",
      `${path}: there would be ${pages} pages, each counted as often as it is shown; ${MAX_STEP_PAGES} are allowed.`,
      { facts: { pages, maxPages: MAX_STEP_PAGES } },
    );
  }
}
