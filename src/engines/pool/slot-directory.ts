import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  opendirSync,
  renameSync,
  statSync,
  truncateSync,
  unlinkSync,
} from "node:fs";
import { chmod, chown, copyFile, lstat, mkdir, readdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ProtocolViolation } from "./messages.ts";
import type { Identity } from "./sandbox/confinement.ts";
import { Trash } from "./trash.ts";

/**
 * The directory that holds the slots of one pool, `slot-<n>`, and a trash for directories that are being removed. No
 * other user can enter it, so that slots are out of each other's reach whatever lies in them.
 */
export class SlotsDirectory {
  readonly path: string;
  readonly #trash: Trash;

  private constructor(path: string, trash: Trash) {
    this.path = path;
    this.#trash = trash;
  }

  /**
   * Makes the directory, or takes over one of an earlier run and removes the slots that are in it. `onError` receives
   * the error of each removal that fails.
   */
  static async open(path: string, onError: (error: unknown) => void): Promise<SlotsDirectory> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const information = await lstat(path);
    if (!information.isDirectory() || information.uid !== (process.geteuid?.() ?? information.uid)) {
      throw new Error("The directory for engine slots is not a directory of the service's own user.");
    }
    await chmod(path, 0o700);
    const remains = (await readdir(path, { withFileTypes: true })).filter(({ name }) => OWN_NAME.test(name));
    const trash = await Trash.open(join(path, `trash-${randomUUID()}`), onError);
    for (const entry of remains) {
      const remain = join(path, entry.name);
      await (entry.isDirectory() ? trash.discard(remain) : unlink(remain));
    }
    return new SlotsDirectory(path, trash);
  }

  slot(index: number, identity: Identity | undefined, bounds: OutputBounds): SlotDirectory {
    return new SlotDirectory(join(this.path, `slot-${index}`), { trash: this.#trash, identity, bounds });
  }

  /** Closes the trash; the slots have been removed before. */
  async close(): Promise<void> {
    await this.#trash.close();
  }
}

// Names and modes are changed synchronously: on a local disk that takes microseconds, a trip through the thread pool
// tens of them, and each task needs a dozen.

/**
 * The only directory of the service that a worker sees: `in` has the files of the task, which it may read, and `out` is
 * the worker's to write. The slot itself and `in` belong to the service, so that the worker cannot replace either.
 */
export class SlotDirectory {
  readonly path: string;
  /** The user that the slot's worker becomes; undefined when it stays the service's. */
  readonly identity: Identity | undefined;
  readonly #trash: Trash;
  readonly #bounds: OutputBounds;
  /** The paths of the files in `in`. */
  #given: string[] = [];
  /** What was taken since the slot was last empty. */
  #taken = { bytes: 0, files: 0 };

  constructor(
    path: string,
    { trash, identity, bounds }: { trash: Trash; identity: Identity | undefined; bounds: OutputBounds },
  ) {
    this.path = path;
    this.#trash = trash;
    this.identity = identity;
    this.#bounds = bounds;
  }

  get #in(): string {
    return join(this.path, "in");
  }

  get #out(): string {
    return join(this.path, "out");
  }

  /** Makes the slot again for a new worker: files that the last one still has open are no longer part of it. */
  async renew(): Promise<void> {
    await this.remove();
    this.#given = [];
    this.#taken = { bytes: 0, files: 0 };
    await mkdir(this.path, { mode: 0o700 });
    await mkdir(this.#in, { mode: 0o700 });
    await mkdir(this.#out, { mode: 0o700 });
    if (this.identity !== undefined) {
      const { uid, gid } = this.identity;
      await chown(this.#out, uid, gid);
      for (const directory of [this.#in, this.path]) {
        await chown(directory, process.geteuid?.() ?? 0, gid);
        await chmod(directory, 0o750);
      }
    }
  }

  async remove(): Promise<void> {
    if (exists(this.path)) {
      await this.#trash.discard(this.path);
    }
  }

  /**
   * Links `files` into the slot for reading.
   * @returns their paths as the worker sees them, relative to its slot.
   */
  async give(files: readonly string[]): Promise<string[]> {
    const given: string[] = [];
    for (const [index, file] of files.entries()) {
      const path = join(this.#in, String(index));
      if (exists(path)) {
        throw new ProtocolViolation("The worker put something where its inputs belong.");
      }
      await linkOrCopy(file, path);
      this.#given.push(path);
      if (this.identity !== undefined) {
        letGroupRead(path, this.identity.gid);
      }
      given.push(`in/${index}`);
    }
    return given;
  }

  /**
   * Copies the file `name` that the worker wrote to `outputDirectory`, and removes it from the slot. The copy is another
   * file, an inode that the worker never had: what it keeps open or mapped cannot change a result. Where the file system
   * can share blocks between files, nothing is copied.
   * @returns its new path.
   * @throws ProtocolViolation when it is no regular file, or also has another name; TooMuchOutput when the worker has
   * handed over more than it may for one task.
   */
  async take(name: string, outputDirectory: string): Promise<string> {
    if (!FILE_NAME.test(name)) {
      throw new ProtocolViolation("The worker named a file in a way that is no plain name.");
    }
    const source = join(this.#out, name);
    const target = join(outputDirectory, name);
    // Out of the slot, the worker can no longer put a link where its file was checked to be.
    const held = join(dirname(this.path), `held-${randomUUID()}`);
    try {
      renameSync(source, held);
      const size = await this.#requirePlainFile(held);
      await copy(held, target, size);
    } catch (error) {
      // A file at the target was named before, or belongs to the service and stays.
      if (codeOf(error) === "EEXIST" || (codeOf(error) === "ENOENT" && !exists(source))) {
        throw new ProtocolViolation("The worker named a file that it did not write, or that it had named before.");
      }
      throw error;
    } finally {
      discardFile(held);
    }
    return target;
  }

  /** Counts a file of the task. @throws TooMuchOutput when it is one too many, or passes the bound of bytes */
  #count(bytes: number): void {
    this.#taken.files += 1;
    this.#taken.bytes += bytes;
    if (this.#taken.files > this.#bounds.files || this.#taken.bytes > this.#bounds.bytes) {
      throw new TooMuchOutput("The worker wrote more than it may for one task.");
    }
  }

  /** Empties the slot between two tasks. */
  async sweep(): Promise<void> {
    this.#taken = { bytes: 0, files: 0 };
    for (const path of this.#given.splice(0)) {
      unlinkSync(path);
    }
    if (isEmpty(this.#out)) {
      return;
    }
    // A worker may leave a million files behind, which takes a while to remove: that is the thread pool's work.
    for (const entry of await readdir(this.#out, { withFileTypes: true })) {
      const path = join(this.#out, entry.name);
      await (entry.isDirectory() ? this.#trash.discard(path) : unlink(path));
    }
  }

  /**
   * Requires that a path is a regular file with one name, and makes it the service's. Links are not followed; a file
   * with a second name would change under the service, or be one of the service's files.
   * @returns its size in bytes
   */
  async #requirePlainFile(path: string): Promise<number> {
    const information = lstatSync(path);
    if (!information.isFile() || information.nlink !== 1) {
      await (information.isDirectory() ? this.#trash.discard(path) : unlink(path));
      throw new ProtocolViolation("The worker named something that is no plain file of its own.");
    }
    this.#count(information.size);
    if (this.identity !== undefined) {
      chownSync(path, process.geteuid?.() ?? 0, process.getegid?.() ?? 0);
    }
    chmodSync(path, 0o600);
    return information.size;
  }
}

/** What the worker of a slot may write for one task. */
export interface OutputBounds {
  readonly bytes: number;
  readonly files: number;
}

/** The error for a worker that has written more than it may; another try would do the same. */
export class TooMuchOutput extends Error {}

/** The size up to which a copy takes less time than a trip through the thread pool. */
const QUICK_COPY_BYTES = 2 ** 18;

/** Copies a file to a path where nothing is, by sharing its blocks if the file system can. */
async function copy(source: string, target: string, size: number): Promise<void> {
  const mode = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
  if (size > QUICK_COPY_BYTES) {
    await copyFile(source, target, mode);
  } else {
    copyFileSync(source, target, mode);
  }
}

/**
 * Removes a file that is not needed any more, at once; a worker that keeps it open keeps an empty file. Something else, or
 * nothing, may be at the path.
 */
function discardFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) {
    truncateSync(path);
    unlinkSync(path);
  }
}

/** The names of what a pool makes in its directory for slots; nothing else there is touched. */
const OWN_NAME = /^(slot|trash|held)-[0-9a-f-]+$/;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

async function linkOrCopy(source: string, target: string): Promise<void> {
  if (!hardLink(source, target)) {
    await copyFile(source, target, constants.COPYFILE_EXCL);
  }
}

/**
 * Makes a second name for a file. It never replaces one that exists, and never follows a link.
 * @returns whether the file system allows it.
 */
function hardLink(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch (error) {
    // The reasons are another file system, one without hard links, a directory, or a file with too many names.
    if (["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(codeOf(error))) {
      return false;
    }
    throw error;
  }
}

/**
 * Lets the workers' group read a file. All names of a file share its mode, so nothing is given to others: only the
 * owner and that group have access.
 */
function letGroupRead(path: string, gid: number): void {
  const information = statSync(path);
  const mode = (information.mode | 0o040) & 0o755;
  if (information.gid !== gid || (information.mode & 0o777) !== mode) {
    chownSync(path, information.uid, gid);
    chmodSync(path, mode);
  }
}

function isEmpty(path: string): boolean {
  const directory = opendirSync(path);
  try {
    return directory.readSync() === null;
  } finally {
    directory.closeSync();
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns the operating system's code of an error; empty for other errors. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
