import { assert } from "../../kernel/assert.ts";
import type { Checkpoints } from "../../operations/operation.ts";
import { type KeptPart, sizeOfPart } from "../blobs/kept-parts.ts";
import type { RequestParts } from "../blobs/request-parts.ts";
import type { IdempotencyStore } from "../store/idempotency-store.ts";

/** Where a request keeps its parts, and for whom they count as stored. */
export interface PlaceOfParts {
  readonly parts: RequestParts;
  /** The name under which they are kept. */
  readonly request: string;
  readonly accountId: string;
  readonly store: Pick<IdempotencyStore, "keepPart" | "forgetParts">;
  /** The bytes that may be stored for the account; infinity: any number. */
  readonly maxStoredBytes: number;
  /** Returns when a part that is kept now is removed at the latest. */
  readonly expiresAt: () => number;
}

/**
 * The checkpoints of a synchronous request: they count what is owed for results that cost money elsewhere, and keep these
 * for a repetition of the request where it has an Idempotency-Key.
 */
export class RequestCheckpoints implements Checkpoints {
  readonly #kept: PlaceOfParts | undefined;
  /** The credits of each part that was kept or read, by the part's name. */
  readonly #credits = new Map<string, number>();
  readonly #keeping = new Set<Promise<void>>();

  /** Begins the checkpoints of a request; `kept` says where its parts are kept. Without it they are only counted. */
  constructor(kept: PlaceOfParts | undefined) {
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
    // A full disk does not stop the work, nor do too many stored bytes: the part is in the answer, and what was paid for
    // it counts for a repetition.
    const keeping = this.#write({ name, value, credits }).catch(() => undefined);
    this.#keeping.add(keeping);
    await keeping;
    this.#keeping.delete(keeping);
  }

  async #write(part: KeptPart): Promise<void> {
    if (this.#kept === undefined) {
      return;
    }
    const { parts, request, accountId, store, maxStoredBytes, expiresAt } = this.#kept;
    const counted = { accountId, name: request, bytes: sizeOfPart(part), expiresAt: expiresAt(), maxStoredBytes };
    if (await store.keepPart(counted)) {
      await parts.keep(request, part);
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
    if (this.#kept === undefined || this.#credits.size === 0) {
      return;
    }
    const { parts, request, store } = this.#kept;
    try {
      await parts.remove(request);
      await store.forgetParts({ name: request });
    } catch {
      // What could not be removed is removed, and no longer counted, when its time is over.
    }
  }
}
