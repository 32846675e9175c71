import { type CosArray, CosError, type CosValue, Dict, type Page, type Ref, resolve, Stream } from "@quire/cos";
import { BALANCED, type Balance, balanceOf } from "./balance.ts";
import { ContentForms } from "./content-form.ts";
import type { PageWriting } from "./page-writing.ts";

/** Adds content before or after that of pages, which stays as it is. */
export class PageContents {
  readonly #writing: PageWriting;
  readonly #forms: ContentForms;
  /** The balance of each contents: pages may share streams, and each is read once. */
  readonly #balances = new Map<Stream | CosArray, Balance>();
  readonly #streams = new Map<string, Ref>();
  #members = 0;

  constructor(writing: PageWriting) {
    this.#writing = writing;
    this.#forms = new ContentForms(writing);
  }

  /** Draws `mark`, which leaves the graphics state as it was, before the contents that `dict` has. */
  drawUnder(mark: string, dict: Dict): void {
    this.#set(dict, [this.#stream(mark), ...this.#membersOf(dict)]);
  }

  /**
   * Draws `mark` after the contents that `dict` has, which are those of `page`, in the graphics state that they began
   * with.
   */
  drawOver(mark: string, page: Page, dict: Dict): void {
    const contents = dict.get("Contents");
    if (!(contents instanceof Stream) && !(Array.isArray(contents) && contents.length > 0)) {
      this.#set(dict, [this.#stream(mark)]);
      return;
    }
    const balance = this.#balance(contents, page);
    const form = balance.isBeyondRepair ? this.#forms.nameOf(contents, page, dict) : undefined;
    if (form !== undefined) {
      this.#set(dict, [this.#stream(`q /${form} Do Q\n${mark}`)]);
      return;
    }
    const before = this.#stream("q\n".repeat(1 + balance.strayRestores));
    const after = this.#stream(`\n${balance.closers}${"Q\n".repeat(1 + balance.openSaves)}${mark}`);
    this.#set(dict, [before, ...this.#membersOf(dict), after]);
  }

  #balance(contents: Stream | CosArray, page: Page): Balance {
    const known = this.#balances.get(contents) ?? this.#readBalance(contents, page);
    this.#balances.set(contents, known);
    return known;
  }

  #readBalance(contents: Stream | CosArray, page: Page): Balance {
    const { bounds } = this.#writing;
    try {
      const { bytes, damage } = page.contents(bounds);
      const balance = balanceOf(bytes, this.#writing);
      // Other readers get more or less out of damaged data than this one does, or stop there.
      const isDamaged = damage.length > 0 && (contents instanceof Stream || !isBalanced(balance));
      return isDamaged ? { ...balance, isBeyondRepair: true } : balance;
    } catch (error) {
      if (!(error instanceof CosError)) {
        throw error;
      }
      // The contents are too long to be read, unless the time has run out, which `look` throws for.
      bounds.look();
      return { ...BALANCED, isBeyondRepair: true };
    }
  }

  #membersOf(dict: Dict): CosArray {
    const raw = dict.raw("Contents") ?? null;
    const contents = resolve(raw);
    const listed = contents instanceof Stream ? [raw] : Array.isArray(contents) ? contents : [];
    // Some readers show nothing of a page whose list has something else in it.
    const members = listed.filter((member) => resolve(member) instanceof Stream);
    this.#members += listed.length;
    if (this.#members > MAX_MEMBERS) {
      throw new CosError("too_complex", `The contents of the pages have more than ${MAX_MEMBERS} parts.`);
    }
    return members;
  }

  #set(dict: Dict, members: readonly CosValue[]): void {
    const [only] = members;
    dict.set("Contents", members.length === 1 && only !== undefined ? only : [...members]);
  }

  #stream(text: string): Ref {
    const known = this.#streams.get(text) ?? this.#writing.add(new Stream(new Dict(), Buffer.from(text, "latin1")));
    this.#streams.set(text, known);
    return known;
  }
}

/**
 * The largest number of parts in all lists together. Every page gets its own list, so one that many pages share becomes
 * a list for each of them.
 */
const MAX_MEMBERS = 2 ** 22;

const isBalanced = ({ openSaves, strayRestores, closers, isBeyondRepair }: Balance): boolean =>
  openSaves === 0 && strayRestores === 0 && closers === "" && !isBeyondRepair;
