import type { Effect } from "./operator-effects.ts";

/**
 * Keeps count of what operators open and close: saved states, marked content, compatibility sections, paths and text
 * objects.
 */
export class OpenOperators {
  openSaves = 0;
  strayRestores = 0;
  #markedContents = 0;
  #compatibilitySections = 0;
  #isPathOpen = false;
  #isTextOpen = false;
  #isChanged = false;
  #isTakenBack = false;
  #isTooLate = false;

  /** Whether a `Q` without `q` came after a change of the graphics state and was followed by further operators. */
  get hasRestoreThatMatters(): boolean {
    return this.#isTooLate;
  }

  /** The number of operators that it takes to close everything. */
  get count(): number {
    return this.openSaves + this.strayRestores + this.#markedContents + this.#compatibilitySections;
  }

  /** The operators that close what is open, except `Q`. */
  get closers(): string {
    return (
      (this.#isPathOpen ? "n\n" : "") +
      (this.#isTextOpen ? "ET\n" : "") +
      "EX\n".repeat(this.#compatibilitySections) +
      "EMC\n".repeat(this.#markedContents)
    );
  }

  add(effect: Effect): void {
    this.#isTooLate ||= this.#isTakenBack && effect !== "restore";
    switch (effect) {
      case "other":
        break;
      case "save":
        this.openSaves++;
        break;
      case "restore":
        this.#restore();
        break;
      case "set":
        this.#isChanged ||= this.openSaves === 0;
        break;
      case "path":
        this.#isPathOpen = true;
        break;
      case "clip":
        this.#isPathOpen = true;
        this.#isChanged ||= this.openSaves === 0;
        break;
      case "paint":
        this.#isPathOpen = false;
        break;
      case "begin-text":
        this.#isTextOpen = true;
        break;
      case "end-text":
        this.#isTextOpen = false;
        break;
      case "begin-marked":
        this.#markedContents++;
        break;
      case "end-marked":
        this.#markedContents = Math.max(0, this.#markedContents - 1);
        break;
      case "begin-compatibility":
        this.#compatibilitySections++;
        break;
      case "end-compatibility":
        this.#compatibilitySections = Math.max(0, this.#compatibilitySections - 1);
        break;
      default:
        effect satisfies never;
    }
  }

  #restore(): void {
    if (this.openSaves > 0) {
      this.openSaves--;
    } else {
      this.strayRestores++;
      this.#isTakenBack ||= this.#isChanged;
    }
  }
}
