import { createHash } from "node:crypto";
import { requestPartsFolder } from "./blob-keys.ts";
import type { BlobStore } from "./blob-store.ts";
import { type KeptPart, readPart, removeParts, writePart } from "./kept-parts.ts";

/** What a request with an Idempotency-Key had produced when it ended without an answer, for its repetition. */
export interface RequestParts {
  /** Returns the name under which the parts of a request are kept: the request's own words cannot be read from it. */
  nameOf(request: {
    readonly accountId: string;
    readonly idempotencyKey: string;
    readonly fingerprint: string;
  }): string;
  /** Keeps a part; it lasts when this resolves. */
  keep(request: string, part: KeptPart): Promise<void>;
  /** Returns the part as it was kept; undefined when there is none that can be read. */
  part(request: string, name: string): Promise<KeptPart | undefined>;
  /** Removes all parts of the request; nothing happens when there are none. */
  remove(request: string): Promise<void>;
  /** Removes the parts to which nothing was added for the retention time. */
  sweep(): Promise<void>;
  /** Sweeps no more; resolves when the last sweep has ended. */
  close(): Promise<void>;
}

const MAX_SWEEP_INTERVAL_MS = 60_000;
const REQUEST = /^request-parts\/([0-9a-f]{64})\//;

/**
 * Opens the parts of requests in `blobs`. They are removed when nothing was added for `retentionMs`, also those that
 * another process left.
 */
export function openRequestParts(
  blobs: BlobStore,
  { retentionMs, now }: { readonly retentionMs: number; readonly now: () => number },
): RequestParts {
  const parts = {
    nameOf: ({ accountId, idempotencyKey, fingerprint }: Parameters<RequestParts["nameOf"]>[0]): string =>
      createHash("sha256").update([accountId, idempotencyKey, fingerprint].join("\0")).digest("hex"),
    keep: (request: string, part: KeptPart) => writePart(blobs, requestPartsFolder(request), part),
    part: (request: string, name: string) => readPart(blobs, requestPartsFolder(request), name),
    remove: (request: string) => removeParts(blobs, requestPartsFolder(request)),
    async sweep(): Promise<void> {
      const byRequest = Map.groupBy(await blobs.list("request-parts/"), ({ key }) => REQUEST.exec(key)?.[1]);
      for (const [request, found] of byRequest) {
        const newest = Math.max(...found.map(({ modifiedAt }) => modifiedAt));
        if (request !== undefined && newest + retentionMs <= now()) {
          await blobs.remove(found.map(({ key }) => key));
        }
      }
    },
  };
  // What cannot be removed now, or has been removed meanwhile, is looked at again by the next sweep.
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweeping.then(() => parts.sweep()).catch(() => undefined);
  };
  sweep();
  const timer = setInterval(sweep, Math.max(1, Math.min(retentionMs, MAX_SWEEP_INTERVAL_MS))).unref();
  return {
    ...parts,
    close() {
      clearInterval(timer);
      return sweeping;
    },
  };
}
