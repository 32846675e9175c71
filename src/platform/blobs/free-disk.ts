import { statfs } from "node:fs/promises";

/** The age at which what is known of the free space is asked for again, in milliseconds. */
const MAX_AGE_MS = 1000;

/**
 * Watches the free space of a file system, so that new work is refused before the disk is full: what was accepted can
 * then still be finished, and the store can still write.
 */
export class FreeDisk {
  readonly #path: string;
  readonly #floorBytes: number;
  readonly #freeBytes: (path: string) => Promise<number>;
  readonly #nowMs: () => number;
  #isLow = false;
  #askedMs = Number.NEGATIVE_INFINITY;
  #isAsking = false;

  /** Watches the file system of `path`; `floorBytes` is the space that is to stay free, 0 for none. */
  constructor({
    path,
    floorBytes,
    freeBytes = freeBytesOf,
    nowMs = () => performance.now(),
  }: {
    readonly path: string;
    readonly floorBytes: number;
    readonly freeBytes?: (path: string) => Promise<number>;
    readonly nowMs?: () => number;
  }) {
    this.#path = path;
    this.#floorBytes = floorBytes;
    this.#freeBytes = freeBytes;
    this.#nowMs = nowMs;
  }

  /** Whether less than the floor was free when the file system was last asked, which is at most once a second. */
  get isLow(): boolean {
    void this.look();
    return this.#isLow;
  }

  /** Asks the file system if it has not been asked within the last second. A file system without an answer is not low. */
  async look(): Promise<void> {
    if (this.#floorBytes === 0 || this.#isAsking || this.#nowMs() - this.#askedMs < MAX_AGE_MS) {
      return;
    }
    this.#isAsking = true;
    this.#askedMs = this.#nowMs();
    try {
      this.#isLow = (await this.#freeBytes(this.#path)) < this.#floorBytes;
    } catch {
      // The directory may be gone: whoever writes there next reports it.
      this.#isLow = false;
    } finally {
      this.#isAsking = false;
    }
  }
}

async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
