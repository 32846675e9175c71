import { createHash } from "node:crypto";

/**
 * Keeps the HTML that this package makes (formulas, code, diagrams) apart while raw HTML of the document is sanitised
 * around it: `keep` gives a mark to stand for it, `fill` puts it back. A mark has the document's own hash in it, so
 * that no document can contain one.
 */
export class Slots {
  readonly #kept: string[] = [];
  readonly #name: string;
  readonly #mark: RegExp;

  constructor(text: string) {
    this.#name = createHash("sha256").update(text).digest("hex");
    // oxlint-disable-next-line quire/linear-patterns -- the name is letters and digits, and the repetition is of digits
    this.#mark = new RegExp(`${this.#name}:(\\d+);`, "g");
  }

  keep(html: string): string {
    return `${this.#name}:${this.#kept.push(html) - 1};`;
  }

  fill(html: string): string {
    return html.replace(this.#mark, (_, index: string) => this.fill(this.#kept[Number(index)] ?? ""));
  }
}
