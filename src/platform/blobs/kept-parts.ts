import { z } from "zod";
import { pageNumberOf } from "./blob-keys.ts";
import type { BlobStore } from "./blob-store.ts";

/** A part of what the work of a job has produced. */
export interface KeptPart {
  /** The part's name, `[a-z0-9-]{1,40}`. */
  readonly name: string;
  /** The part's content: any JSON value. */
  readonly value: unknown;
  /** The credits that are owed for the part. */
  readonly credits: number;
}

const NAMES = /\/([a-z0-9-]{1,40})\.json$/;

const schema = z.object({ value: z.unknown(), credits: z.int().min(0) });

const textOf = ({ value, credits }: KeptPart): string =>
  JSON.stringify({ value, credits } satisfies z.input<typeof schema>);

/** Returns the bytes that a part takes where it is kept. */
export const sizeOfPart = (part: KeptPart): number => Buffer.byteLength(textOf(part));

/** Keeps a part in a folder of blobs, in place of one of the same name. */
export const writePart = (blobs: BlobStore, folder: string, part: KeptPart): Promise<void> =>
  blobs.put(`${folder}${part.name}.json`, { bytes: Buffer.from(textOf(part)) });

/** Reads a part; undefined when there is none, or none that can be read any more. */
export async function readPart(blobs: BlobStore, folder: string, name: string): Promise<KeptPart | undefined> {
  const content = await blobs.read(`${folder}${name}.json`);
  const part = schema.safeParse(content === undefined ? undefined : jsonOf(content));
  return part.success ? { name, value: part.data.value, credits: part.data.credits } : undefined;
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch {
    // A part that the disk has damaged counts as missing: the work produces it again.
    return undefined;
  }
}

/** Returns the names of the parts that exist, whether they can be read or not; results of pages are none of them. */
export const partNames = async (blobs: BlobStore, folder: string): Promise<readonly string[]> =>
  (await blobs.list(folder)).flatMap(({ key }) =>
    pageNumberOf(key) === undefined ? (NAMES.exec(key)?.[1] ?? []) : [],
  );

/** Removes all parts of a folder, and what was left there of one that was being written. */
export async function removeParts(blobs: BlobStore, folder: string): Promise<void> {
  const found = await blobs.list(folder);
  if (found.length > 0) {
    await blobs.remove(found.map(({ key }) => key));
  }
}
