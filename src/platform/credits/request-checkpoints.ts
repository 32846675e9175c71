import { assert } from "../../kernel/assert.ts";
import type { Checkpoints } from "../../operations/operation.ts";
import type { RequestParts } from "../blobs/request-parts.ts";

/**
 * The checkpoints of a synchronous request: they count what is owed for results that cost money elsewhere, and keep these
 * for a repetition of the request where it has an Idempotency-Key.
 */
export class RequestCheckpoints implements Checkpoints {
  readonly #kept: { readonly parts: RequestParts; readonly request: string } | undefined;
  /** The credits of each part that was kept or read, by the part's name. */
  readonly #credits = new Map<string, number>();
  readonly #keeping = new Set<Promise<void>>();

  /** `kept` says where parts are kept, and under which name; undefined: they are only counted. */
  constructor(kept: { readonly parts: RequestParts; readonly request: string } | undefined) {
    this.#kept = kept;
  }

  async read(name: string): Promise<unknown> {
    const part = await this.#kept?.parts.part(this.#kept.request, name);
    if (part !== undefined) {
      this.#credits.set(name, part.credits);
    }
    return part?.value;
  }

  async keep(name: string, value: object, credits: number): Promise<void> {
    assert(Number.isSafeInteger(credits) && credits >= 0, "credits are integers");
    assert(!this.#credits.has(name), `part ${name} is kept once`);
    this.#credits.set(name, credits);
    // A full disk does not stop the work: the part is in the answer, and what was paid for it counts for a repetition.
    const keeping = this.#kept?.parts.keep(this.#kept.request, { name, value, credits }).catch(() => undefined);
    if (keeping !== undefined) {
      this.#keeping.add(keeping);
      await keeping;
      this.#keeping.delete(keeping);
    }
  }

  /** Resolves with what is owed for all parts, once those that are being kept are kept. */
  async owed(): Promise<{ readonly credits: number; readonly pages: number }> {
    await Promise.all(this.#keeping);
    const costing = [...this.#credits.values()].filter((credits) => credits > 0);
    return { credits: costing.reduce((sum, credits) => sum + credits, 0), pages: costing.length };
  }

  /** Forgets the parts, since the request has been answered. */
  async forget(): Promise<void> {
    await this.#kept?.parts.remove(this.#kept.request).catch(() => undefined);
  }
}
