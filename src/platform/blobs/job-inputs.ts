import { mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type KeptPart, partNames, readPart, removeParts, writePart } from "./kept-parts.ts";
import { systemErrorCode } from "./small-files.ts";
import { SharedSync, syncPath } from "./syncing.ts";

/**
 * What a job works on, from its submission to its end: the uploaded files and the request, which may hold a password
 * and is therefore here, to be removed with them, and not in the store; and what its work has brought so far.
 */
export interface JobInputs {
  /**
   * Moves `files` (paths) and `request` (a JSON value) here; all is on disk when this resolves. The new paths are
   * `pathOf(jobId, index)`.
   */
  keep(jobId: string, kept: { readonly files: readonly string[]; readonly request: object }): Promise<void>;
  /** Path of file number `index`, from 0. */
  pathOf(jobId: string, index: number): string;
  /** The request as it was kept; undefined when there is none. */
  request(jobId: string): Promise<unknown>;
  /** Keeps a part of what the work has brought, in place of one of the same name; on disk when this resolves. */
  keepPart(jobId: string, part: KeptPart): Promise<void>;
  /** The part as it was kept; undefined when there is none that can be read. */
  part(jobId: string, name: string): Promise<KeptPart | undefined>;
  /** Names of the parts that were kept, in no order. */
  partNames(jobId: string): Promise<readonly string[]>;
  /** Everything of the job. Nothing happens when it is gone already. */
  remove(jobId: string): Promise<void>;
  jobIds(): Promise<readonly string[]>;
}

const OWNER_ONLY = 0o700;
const JOB_ID = /^job_[a-z0-9]{12}(?=\.)/;
// Of 200 files at most; a request may be gone when its files are not.
const MAX_FILES = 1000;

/**
 * Inputs under `jobs/` of the data directory, on the same file system as the tasks that received them. They have no
 * directories of their own, whose making and removing would wait for the syncs of others; only what the work brings has
 * one, of jobs that wait for a provider much longer.
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
      await Promise.all([
        ...files.map(async (path, index) => {
          await syncPath(path);
          await rename(path, pathOf(jobId, index));
        }),
        writeSynced(requestPath(jobId), JSON.stringify(request)),
      ]);
      await names.sync();
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
      // The first part has made its directory.
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

/** Whether there was something to remove. */
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
