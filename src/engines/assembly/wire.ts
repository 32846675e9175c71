import { z } from "zod";

/*
 * The messages between the adapter and the methods of the worker. Parameters come from the service itself; answers come
 * from a process that a document may have taken over. Pages count from 1, places in lists from 0.
 */

export const MERGE = "assembly.merge";
export const SPLIT = "assembly.split";
export const OUTLINE_STARTS = "assembly.outline-starts";

const page = z.int().min(1);
const index = z.int().min(0);
const password = z.string().optional();
/** The time that the worker may take: less than until it is ended. */
const timeoutMs = z.number().min(0);
const maxBytes = z.number().positive();

export const mergeParameters = z.object({
  file: z.string(),
  sources: z.array(z.object({ password, title: z.string(), pages: z.array(page).optional() })).min(1),
  bookmarks: z.enum(["keep", "files", "none"]),
  information: z.object({
    title: z.string().exactOptional(),
    author: z.string().exactOptional(),
    subject: z.string().exactOptional(),
    keywords: z.string().exactOptional(),
  }),
  maxBytes,
  timeoutMs,
});

const warningCode = z.string().regex(/^[a-z_]{1,64}$/);

export const MAX_WARNINGS = 1000;

/** The worker names `file`; the pool has put `path` in its place. */
export const mergeAnswer = z.object({
  path: z.string(),
  warnings: z.array(z.object({ code: warningCode, source: index })).max(MAX_WARNINGS),
});

export const splitParameters = z.object({
  password,
  parts: z.array(z.object({ index, pages: z.array(page).min(1).readonly() })).readonly(),
  maxBytes,
  timeoutMs,
});

export const partFile = (part: number): string => `part_${part}.pdf`;

export const writtenPart = z.object({
  index,
  path: z.string(),
  warnings: z.array(warningCode).max(MAX_WARNINGS),
});

export const outlineStartsParameters = z.object({ password, timeoutMs });

export const MAX_TITLE_CHARACTERS = 200;

export const outlineStartsAnswer = z.object({
  starts: z.array(z.object({ page, title: z.string().max(MAX_TITLE_CHARACTERS) })),
});
