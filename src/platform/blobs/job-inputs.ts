import { mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type KeptPart, partNames, readPart, removeParts, writePart } from "./kept-parts.ts";
import { systemErrorCode } from "./small-files.ts";
import { SharedSync, syncPath } from "./syncing.ts";

/**
 * The files of a job from its submission to its end: the uploaded files, the request, and what its work has produced so
 * far. The request may hold a password; it is therefore here, to be removed with the files, and not in the store.
 */
export interface JobInputs {
  /**
   * Moves `files` (paths) and `request` (a JSON value) here; all is on disk when this resolves. The new paths are
   * `pathOf(jobId, index)`. Returns the bytes that all of it takes.
   */
  keep(jobId: string, kept: { readonly files: readonly string[]; readonly request: object }): Promise<number>;
  /** Returns the path of file number `index`, from 0. */
  pathOf(jobId: string, index: number): string;
  /** Returns the request as it was kept; undefined when there is none. */
  request(jobId: string): Promise<unknown>;
  /** Keeps a part of what the work has produced, in place of one of the same name; it is on disk when this resolves. */
  keepPart(jobId: string, part: KeptPart): Promise<void>;
  /** Returns the part as it was kept; undefined when there is none that can be read. */
  part(jobId: string, name: string): Promise<KeptPart | undefined>;
  /** Returns the names of the parts that were kept, in no order. */
  partNames(jobId: string): Promise<readonly string[]>;
  /** Removes everything of the job. Nothing happens when it is gone already. */
  remove(jobId: string): Promise<void>;
  jobIds(): Promise<readonly string[]>;
}

const OWNER_ONLY = 0o700;
const JOB_ID = /^job_[a-z0-9]{12}(?=\.)/;
// A request has 200 files at most; the request's own file may be gone when these are not.
const MAX_FILES = 1000;

/**
 * Opens the inputs under `jobs/` of the data directory, on the same file system as the tasks that received them. A job
 * has no directory for its files, whose making and removing would wait for the syncs of others; only what the work
 * produces has one, for jobs that wait much longer for a provider.
 */
export async function openJobInputs(dataDirectory: string): Promise<JobInputs> {
  const root = join(resolve(dataDirectory), "jobs");
  await mkdir(root, { recursive: true, mode: OWNER_ONLY });
  const names = new SharedSync(root);
  const pathOf = (jobId: string, index: number): string => join(root, `${jobId}.input-${index + 1}`);
  const requestPath = (jobId: string): string => join(root, `${jobId}.request.json`);
  const partsPath = (jobId: string): string => join(root, `${jobId}.parts`);
  return {
    async keep(jobId, { files, request }) {
      // Syncs that wait together cost the disk about as much as one.
      const text = JSON.stringify(request);
      const [, ...sizes] = await Promise.all([
        writeSynced(requestPath(jobId), text),
        ...files.map(async (path, index) => {
          const { size } = await stat(path);
          await syncPath(path);
          await rename(path, pathOf(jobId, index));
          return size;
        }),
      ]);
      await names.sync();
      return sizes.reduce((sum, size) => sum + size, Buffer.byteLength(text));
    },
    pathOf,
    async request(jobId) {
      try {
        return JSON.parse(await readFile(requestPath(jobId), "utf8"));
      } catch (error) {
        if (systemErrorCode(error) === "ENOENT") {
          return undefined;
        }
        throw error;
      }
    },
    async keepPart(jobId, part) {
      await writePart(partsPath(jobId), part);
      // The first part has made its directory, whose name is synced here.
      await names.sync();
    },
    part: (jobId, name) => readPart(partsPath(jobId), name),
    partNames: (jobId) => partNames(partsPath(jobId)),
    async remove(jobId) {
      await removed(requestPath(jobId));
      for (let index = 0; index < MAX_FILES && (await removed(pathOf(jobId, index))); index += 1) {
        // The files of a job are numbered without gaps.
      }
      await removeParts(partsPath(jobId));
    },
    async jobIds() {
      const ids = (await readdir(root)).flatMap((name) => JOB_ID.exec(name)?.[0] ?? []);
      return [...new Set(ids)];
    },
  };
}

/** Removes a file; returns whether there was one. */
async function removed(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") {
      return false;
    }
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
}
