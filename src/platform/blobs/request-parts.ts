import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type KeptPart, readPart, removeParts, writePart } from "./kept-parts.ts";

/** What a request with an Idempotency-Key had produced when it ended without an answer, for its repetition. */
export interface RequestParts {
  /** Returns the name under which the parts of a request are kept: the request's own words cannot be read from it. */
  nameOf(request: {
    readonly accountId: string;
    readonly idempotencyKey: string;
    readonly fingerprint: string;
  }): string;
  /** Keeps a part; it is on disk when this resolves. */
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

const OWNER_ONLY = 0o700;
const MAX_SWEEP_INTERVAL_MS = 60_000;

/**
 * Opens the parts under `request-parts/` of the data directory. They are removed when nothing was added for
 * `retentionMs`, also those that an earlier process left.
 */
export function openRequestParts(
  dataDirectory: string,
  { retentionMs, now }: { readonly retentionMs: number; readonly now: () => number },
): RequestParts {
  const root = join(resolve(dataDirectory), "request-parts");
  mkdirSync(root, { recursive: true, mode: OWNER_ONLY });
  const pathOf = (request: string): string => join(root, request);
  const parts = {
    nameOf: ({ accountId, idempotencyKey, fingerprint }: Parameters<RequestParts["nameOf"]>[0]): string =>
      createHash("sha256").update([accountId, idempotencyKey, fingerprint].join("\0")).digest("hex"),
    keep: (request: string, part: KeptPart) => writePart(pathOf(request), part),
    part: (request: string, name: string) => readPart(pathOf(request), name),
    remove: (request: string) => removeParts(pathOf(request)),
    async sweep(): Promise<void> {
      for (const request of await readdir(root)) {
        const { mtimeMs } = await stat(pathOf(request));
        if (mtimeMs + retentionMs <= now()) {
          await removeParts(pathOf(request));
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
