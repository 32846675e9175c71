import { assert } from "../../../../kernel/assert.ts";

/* pg-boss's row for a job, its entry: it has the id of the job, and is there as long as the job has not ended. */

/** The schema that pg-boss's tables are in. */
export const QUEUE_SCHEMA = "quire_queue";

const UUID_BYTES = 16;

/** Returns the UUID that names the entry of a job: the bytes of the job's id, which has as many. */
export function entryId(jobId: string): string {
  const bytes = Buffer.alloc(UUID_BYTES);
  assert(Buffer.byteLength(jobId) <= UUID_BYTES, "the id of a job has at most 16 bytes");
  bytes.write(jobId);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The same in SQL, of the column `jobs.id`. */
export const ENTRY_ID = "CAST(rpad(encode(convert_to(jobs.id, 'UTF8'), 'hex'), 32, '0') AS uuid)";
