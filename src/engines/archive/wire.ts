import { z } from "zod";
import { workerMethod } from "../pool/worker-method.ts";

/* What the adapter and the method of the worker say to each other. */

export interface ArchiveBounds {
  readonly maxFiles: number;
  /** The size limit of all files together. */
  readonly maxBytes: number;
}

/** Returns the name of a file; `index` counts the files of a call from 1. */
export const unpackedName = (index: number): string => `file_${index}`;

const MAX_NAME_BYTES = 1024;

/** Returns whether a name is relative, leads nowhere else, and is written in its only normal form. */
export const isPlainName = (name: string): boolean =>
  Buffer.byteLength(name) <= MAX_NAME_BYTES &&
  name.normalize("NFC") === name &&
  !/[\p{Cc}\\]|^[a-z]:/iu.test(name) &&
  name.split("/").every((part) => part !== "" && part !== "." && part !== "..");

export const UNPACK = workerMethod<ArchiveBounds>("archive.unpack").answering(
  "archives",
  z.strictObject({ name: z.string().refine(isPlainName), path: z.string() }),
);
