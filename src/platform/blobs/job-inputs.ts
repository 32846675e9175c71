import { stat } from "node:fs/promises";
import { allEnded } from "../../kernel/timing/all-ended.ts";
import { inputKey, JOBS_FOLDER, jobPartsFolder, requestKey } from "./blob-keys.ts";
import type { BlobStore } from "./blob-store.ts";
import { type KeptPart, partNames, readPart, removeParts, writePart } from "./kept-parts.ts";

/**
 * The files of a job from its submission to its end: the uploaded files, the request, and what its work has produced so
 * far. The request may hold a password; it is therefore here, to be removed with the files, and not in the store.
 */
export interface JobInputs {
  /**
   * Keeps copies of `files` (paths) and `request` (a JSON value); all of it lasts when this resolves. Returns the bytes
   * that it takes.
   */
  keep(jobId: string, kept: { readonly files: readonly string[]; readonly request: object }): Promise<number>;
  /** Brings file number `index`, from 0, to `path` in a task's directory; returns false when there is none. */
  fetch(jobId: string, index: number, path: string): Promise<boolean>;
  /** Returns the request as it was kept; undefined when there is none. */
  request(jobId: string): Promise<unknown>;
  /** Keeps a part of what the work has produced, in place of one of the same name; it lasts when this resolves. */
  keepPart(jobId: string, part: KeptPart): Promise<void>;
  /** Returns the part as it was kept; undefined when there is none that can be read. */
  part(jobId: string, name: string): Promise<KeptPart | undefined>;
  /** Returns the names of the parts that were kept, in no order. */
  partNames(jobId: string): Promise<readonly string[]>;
  /** Removes everything of the job, whose files were kept whole. Nothing happens when it is gone already. */
  remove(jobId: string): Promise<void>;
  /** Removes what there is of a job that may not have been kept whole: any of its files may be missing. */
  removeRemains(jobId: string): Promise<void>;
  jobIds(): Promise<readonly string[]>;
}

const JOB_ID = /^jobs\/(job_[a-z0-9]{12})\./;
// A request has 200 files at most; the request's own file may be gone when these are not.
const MAX_FILES = 1000;

/** Keeps the inputs of jobs in `blobs`. */
export const createJobInputs = (blobs: BlobStore): JobInputs => ({
  async keep(jobId, { files, request }) {
    // Syncs that wait together cost a disk about as much as one.
    const bytes = Buffer.from(JSON.stringify(request));
    const sizes = await allEnded([
      blobs.put(requestKey(jobId), { bytes }).then(() => bytes.length),
      ...files.map(async (path, index) => {
        const { size } = await stat(path);
        await blobs.put(inputKey(jobId, index), { path });
        return size;
      }),
    ]);
    return sizes.reduce((sum, size) => sum + size, 0);
  },
  fetch: (jobId, index, path) => blobs.fetch(inputKey(jobId, index), path),
  async request(jobId) {
    const content = await blobs.read(requestKey(jobId));
    return content === undefined ? undefined : JSON.parse(content.toString("utf8"));
  },
  keepPart: (jobId, part) => writePart(blobs, jobPartsFolder(jobId), part),
  part: (jobId, name) => readPart(blobs, jobPartsFolder(jobId), name),
  partNames: (jobId) => partNames(blobs, jobPartsFolder(jobId)),
  async remove(jobId) {
    await blobs.remove([requestKey(jobId), ...(await inputKeys(blobs, jobId))]);
    await removeParts(blobs, jobPartsFolder(jobId));
  },
  async removeRemains(jobId) {
    const keys = (await blobs.list(JOBS_FOLDER)).map(({ key }) => key);
    await blobs.remove(keys.filter((key) => JOB_ID.exec(key)?.[1] === jobId));
  },
  async jobIds() {
    const ids = (await blobs.list(JOBS_FOLDER)).flatMap(({ key }) => JOB_ID.exec(key)?.[1] ?? []);
    return [...new Set(ids)];
  },
});

/**
 * Returns the keys of a job's files, the last one first: they are numbered without gaps, also when a process is lost
 * while it removes them.
 */
async function inputKeys(blobs: BlobStore, jobId: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let index = 0; index < MAX_FILES; index += 1) {
    const key = inputKey(jobId, index);
    if ((await blobs.stat(key)) === undefined) {
      break;
    }
    keys.unshift(key);
  }
  return keys;
}
