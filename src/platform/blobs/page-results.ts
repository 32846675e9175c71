import { stat } from "node:fs/promises";
import { z } from "zod";
import type { KeptPage } from "../../operations/operation.ts";
import { jobPartsFolder, pageFileKey, pageNumberOf, pageResultKey } from "./blob-keys.ts";
import type { BlobStore } from "./blob-store.ts";

/**
 * The results of pages that other processes have done for the one that works on a job. They are with the parts of the job's
 * work (job-inputs.ts), and are removed with these.
 */
export interface PageResults {
  /** Keeps the result of a page, in place of one that is there; it lasts when this resolves. Returns the bytes that it takes. */
  keep(jobId: string, page: number, kept: KeptPage): Promise<number>;
  /** Reads a result and brings its file, where it has one, to `path`; undefined when there is none that can be read. */
  read(jobId: string, page: number, path: string): Promise<KeptPage | undefined>;
  /** Returns the pages whose results are kept. */
  pages(jobId: string): Promise<ReadonlySet<number>>;
}

const schema = z.object({
  value: z.custom<object>((value) => typeof value === "object" && value !== null),
  hasFile: z.boolean(),
});

/** Keeps results of pages in `blobs`. */
export const createPageResults = (blobs: BlobStore): PageResults => ({
  async keep(jobId, page, { value, path }) {
    const bytes = Buffer.from(JSON.stringify({ value, hasFile: path !== undefined } satisfies z.input<typeof schema>));
    let fileBytes = 0;
    if (path !== undefined) {
      fileBytes = (await stat(path)).size;
      await blobs.put(pageFileKey(jobId, page), { path });
    }
    // This is what says that the page is done: it comes last.
    await blobs.put(pageResultKey(jobId, page), { bytes });
    return bytes.length + fileBytes;
  },
  async read(jobId, page, path) {
    const content = await blobs.read(pageResultKey(jobId, page));
    const kept = schema.safeParse(content === undefined ? undefined : jsonOf(content));
    if (!kept.success) {
      return undefined;
    }
    const { value, hasFile } = kept.data;
    if (!hasFile) {
      return { value };
    }
    return (await blobs.fetch(pageFileKey(jobId, page), path)) ? { value, path } : undefined;
  },
  async pages(jobId) {
    const listed = await blobs.list(jobPartsFolder(jobId));
    return new Set(listed.flatMap(({ key }) => pageNumberOf(key) ?? []));
  },
});

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch {
    // What has been damaged counts as missing: the page is done again.
    return undefined;
  }
}
