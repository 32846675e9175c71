import { z } from "zod";
import { PRINTED_CONFORMANCES } from "./port.ts";

/*
 * The messages between the adapter and the method of the worker. Parameters come from the service itself; answers come
 * from a process that a document may have taken over.
 */

export const FINISH = "printed.finish";

const text = z.string().exactOptional();

export const finishParameters = z.object({
  file: z.string(),
  information: z.object({ title: text, author: text, subject: text, keywords: text }),
  creator: z.string(),
  language: text,
  conformance: z.enum(PRINTED_CONFORMANCES).exactOptional(),
  maxBytes: z.number().positive(),
  /** The time that the worker may take: less than until it is ended. */
  timeoutMs: z.number().min(0),
});

/** The worker names `file`; the pool has put `path` in its place. */
export const finishAnswer = z.object({ path: z.string(), pages: z.int().min(1) });
