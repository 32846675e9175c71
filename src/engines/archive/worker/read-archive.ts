import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { Failure } from "../../../kernel/failure.ts";
import { withoutTrailing } from "../../../kernel/trailing.ts";
import { type ArchiveBounds, isPlainName } from "../wire.ts";

/*
 * A ZIP archive of foreign origin (APPNOTE 6.3.10). Only the central directory determines its contents, and it is
 * judged as a whole before anything is written. yauzl throws when a file is longer or shorter than stated there.
 */

interface ArchiveFile {
  readonly name: string;
  readonly entry: Entry;
}

export interface OpenArchive extends AsyncDisposable {
  /** The files in the order of the archive; directories are left out. */
  readonly files: readonly ArchiveFile[];
  /** Writes the content of a file to `path`, which must not exist. */
  write(entry: Entry, path: string): Promise<void>;
}

/**
 * Opens an archive and checks its central directory.
 * @throws Failure `unsupported_file_type`, `document_too_complex`
 */
export async function openArchive(path: string, bounds: ArchiveBounds): Promise<OpenArchive> {
  const archive = await withFailures(() => openPromise(path, { autoClose: false, strictFileNames: true }));
  try {
    return {
      files: await withFailures(() => filesOf(archive, bounds)),
      write: (entry, target) => withFailures(() => write(archive, entry, target)),
      [Symbol.asyncDispose]: () => Promise.resolve(archive.close()),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function filesOf(archive: ZipFile, { maxFiles, maxBytes }: ArchiveBounds): Promise<readonly ArchiveFile[]> {
  if (archive.entryCount > maxFiles) {
    throw tooLarge(`The ZIP archive has ${archive.entryCount} entries; the limit is ${maxFiles}.`);
  }
  const files = new Map<string, Entry>();
  let sizeBytes = 0;
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith("/")) {
      continue;
    }
    const name = nameOf(entry);
    refuseUnreadable(entry, name);
    if (files.has(name)) {
      throw unreadable(`it has two files with the name "${shown(name)}"`);
    }
    sizeBytes += entry.uncompressedSize;
    if (sizeBytes > maxBytes) {
      throw tooLarge(`The files of the ZIP archive have more than ${maxBytes} bytes when they are unpacked.`);
    }
    files.set(name, entry);
  }
  return [...files].map(([name, entry]) => ({ name, entry }));
}

/** Returns a path below the archive's root, in NFC. yauzl has refused absolute ones, `..` and backslashes. */
function nameOf({ fileName }: Entry): string {
  const parts = fileName.split("/").filter((part) => part !== "" && part !== ".");
  const name = parts.join("/").normalize("NFC");
  if (!isPlainName(name)) {
    throw unreadable(`"${shown(fileName)}" is not a relative path within it`);
  }
  return name;
}

// The upper half of the attributes is a Unix mode, or 0; POSIX, sys/stat.h.
const TYPE_MASK = 0o170_000;
const REGULAR_FILE = 0o100_000;

function refuseUnreadable(entry: Entry, name: string): void {
  if (entry.isEncrypted()) {
    throw unreadable("it is encrypted");
  }
  if (!entry.canDecodeFileData()) {
    throw unreadable(`"${shown(name)}" is compressed with a method other than deflate`);
  }
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  if (type !== 0 && type !== REGULAR_FILE) {
    throw unreadable(`"${shown(name)}" is a link, or something else that is not a file`);
  }
}

async function write(archive: ZipFile, entry: Entry, path: string): Promise<void> {
  const content = await archive.openReadStreamPromise(entry);
  let sum = 0;
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: "wx", mode: 0o600 }),
  );
  if (sum !== entry.crc32) {
    throw unreadable(`"${shown(entry.fileName)}" is damaged`);
  }
}

/** Converts errors of `work`: a fault in the archive is the caller's, an error of the system is not. */
async function withFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error) || "syscall" in error) {
      throw error;
    }
    const isCutShort = error.message.startsWith("End of central directory record signature not found");
    throw unreadable(isCutShort ? CUT_SHORT : shown(withoutTrailing(error.message, ".")), error);
  }
}

const CUT_SHORT = "its end is missing, as when not all of it was sent or it is none";

const unreadable = (reason: string, cause?: Error): Failure =>
  new Failure("unsupported_file_type", `The ZIP archive cannot be used: ${reason}.`, { cause });

const tooLarge = (message: string): Failure => new Failure("document_too_complex", message);

const shown = (text: string): string =>
  text
    .slice(0, 200)
    .toWellFormed()
    .replace(/\p{Cc}/gu, "?");
