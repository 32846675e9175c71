import { z } from "zod";

/*
 * The messages between the adapter and the method of the worker. Parameters come from the service itself; answers come
 * from a process that an archive may have taken over.
 */

export const UNPACK = "archive.unpack";

export const unpackParameters = z.object({
  maxFiles: z.int().min(0),
  /** The size limit of all files together. */
  maxBytes: z.int().min(0),
});

/** Returns the name of a file; `index` counts the files of a call from 1. */
export const unpackedName = (index: number): string => `file_${index}`;

export const MAX_NAME_BYTES = 1024;

/** Returns whether a name is relative, leads nowhere else, and is written in its only normal form. */
export const isPlainName = (name: string): boolean =>
  Buffer.byteLength(name) <= MAX_NAME_BYTES &&
  name.normalize("NFC") === name &&
  !/[\p{Cc}\\]|^[a-z]:/iu.test(name) &&
  name.split("/").every((part) => part !== "" && part !== "." && part !== "..");

/** An unpacked file; the worker names `file`, and the pool has put `path` in its place. */
export const unpackedFile = z.strictObject({ name: z.string().refine(isPlainName), path: z.string() });
