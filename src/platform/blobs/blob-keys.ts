import { assert } from "../../kernel/assert.ts";

/** The folders of all blobs: results, what jobs work on, and parts of requests that ended without an answer. */
export const BLOB_FOLDERS = ["results/", "jobs/", "request-parts/"] as const;

const [RESULTS, JOBS_FOLDER, REQUEST_PARTS] = BLOB_FOLDERS;

export { JOBS_FOLDER };

/*
 * The keys of blobs. In the local directory they are also the paths of files, which have been the same in all versions:
 * the inputs of a job have no folder, whose making and removing would wait for the syncs of others.
 */
export const resultKey = (name: string): string => `${RESULTS}${name}`;
/** Returns the key of a job's file number `index`, from 0. */
export const inputKey = (jobId: string, index: number): string => `${JOBS_FOLDER}${jobId}.input-${index + 1}`;
export const requestKey = (jobId: string): string => `${JOBS_FOLDER}${jobId}.request.json`;
/** Returns the folder of the parts of a job's work. */
export const jobPartsFolder = (jobId: string): string => `${JOBS_FOLDER}${jobId}.parts/`;
/** Returns the key of what another process has found on a page, and that of the file which belongs to it. */
export const pageResultKey = (jobId: string, page: number): string => `${jobPartsFolder(jobId)}${PAGE}${page}.json`;
export const pageFileKey = (jobId: string, page: number): string => `${jobPartsFolder(jobId)}${PAGE}${page}.file`;

/** The beginning of the names of page results, which no other part of a job has. */
const PAGE = "result-";
const PAGE_KEY = /\/result-(\d{1,9})\.json$/;

/** Returns the page whose result has this key; undefined for any other key. */
export function pageNumberOf(key: string): number | undefined {
  const [, page] = PAGE_KEY.exec(key) ?? [];
  return page === undefined ? undefined : Number(page);
}

/** Returns the folder of the parts of a synchronous request, by the name of RequestParts. */
export const requestPartsFolder = (request: string): string => `${REQUEST_PARTS}${request}/`;

/** The key of the id of the database that the blobs belong to; it is in none of the folders. */
export const DATABASE_ID_KEY = "database-id";

const KEY = /^(?:results|jobs|request-parts)\/[a-z0-9_][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)?$/;

/** Checks that a key has the form of the service's own, which is what every store relies on. */
export function requireKey(key: string): void {
  assert(key === DATABASE_ID_KEY || KEY.test(key), "a blob's key is made by blob-keys.ts");
}
