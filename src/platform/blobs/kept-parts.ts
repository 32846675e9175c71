import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readIfThere, systemErrorCode } from "./small-files.ts";
import { syncPath } from "./syncing.ts";

/** A part of what the work of a job has produced. */
export interface KeptPart {
  /** The part's name, `[a-z0-9-]{1,40}`. */
  readonly name: string;
  /** The part's content: any JSON value. */
  readonly value: unknown;
  /** The credits that are owed for the part. */
  readonly credits: number;
}

const NAMES = /^([a-z0-9-]{1,40})\.json$/;
const OWNER_ONLY = 0o700;

const schema = z.object({ value: z.unknown(), credits: z.int().min(0) });

const textOf = ({ value, credits }: KeptPart): string =>
  JSON.stringify({ value, credits } satisfies z.input<typeof schema>);

/** Returns the bytes that a part takes on disk. */
export const sizeOfPart = (part: KeptPart): number => Buffer.byteLength(textOf(part));

/** Writes one file; a crash leaves the whole of it or none. The caller syncs the directory above. */
export async function writePart(directory: string, part: KeptPart): Promise<void> {
  const { name } = part;
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY });
  const temporary = join(directory, `${name}.new`);
  {
    // Leftovers of an earlier try, after a crash or on a full disk, are overwritten.
    await using file = await open(temporary, "w", 0o600);
    await file.writeFile(textOf(part));
    await file.sync();
  }
  await rename(temporary, join(directory, `${name}.json`));
  await syncPath(directory);
}

/** Reads a part; undefined when there is none, or none that can be read any more. */
export async function readPart(directory: string, name: string): Promise<KeptPart | undefined> {
  const content = await readIfThere(join(directory, `${name}.json`));
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

/** Returns the names of the parts that exist, whether they can be read or not. */
export async function partNames(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).flatMap((file) => NAMES.exec(file)?.[1] ?? []);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") {
      return [];
    }
    throw error;
  }
}

export const removeParts = (directory: string): Promise<void> => rm(directory, { recursive: true, force: true });
