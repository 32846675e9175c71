import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** What is sent as a file: it does not change while the service runs. */
export interface Asset {
  readonly mediaType: string;
  readonly etag: string;
  readonly gzipped: Buffer;
}

export async function compressed(mediaType: string, content: string | Buffer): Promise<Asset> {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  // The tag is weak: it is the same for the compressed and the plain form.
  return { mediaType, etag: `W/"${hash}"`, gzipped: await promisify(gzip)(content) };
}

/** Returns a function that makes a value when it is first called, once. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * The base address in the samples of the description while it is written; the address that a client used takes its
 * place. No host has this name (RFC 2606).
 */
export const BASE_ADDRESS = "http://base-address.invalid";

/** The most copies that are kept: clients choose the address, and each copy takes some 100 KB. */
const MAX_COPIES = 8;

/**
 * Copies of one text of the API description, one for each base address that clients use. The text is written once, which
 * takes a tenth of a second; a copy differs by its address alone.
 */
export class DescribedCopies {
  readonly #mediaType: string;
  readonly #text: () => Promise<string>;
  readonly #copies = new Map<string, Promise<Asset>>();

  constructor(mediaType: string, write: () => Promise<string>) {
    this.#mediaType = mediaType;
    this.#text = lazy(write);
  }

  /** Returns the copy for `baseUrl`, an address without a slash at its end. */
  for(baseUrl: string): Promise<Asset> {
    const copy = this.#copies.get(baseUrl) ?? this.#make(baseUrl);
    // The one that was asked for last is the last to be dropped.
    this.#copies.delete(baseUrl);
    this.#copies.set(baseUrl, copy);
    for (const oldest of [...this.#copies.keys()].slice(0, -MAX_COPIES)) {
      this.#copies.delete(oldest);
    }
    return copy;
  }

  async #make(baseUrl: string): Promise<Asset> {
    try {
      return await compressed(
        this.#mediaType,
        (await this.#text()).replaceAll(BASE_ADDRESS, () => baseUrl),
      );
    } catch (error) {
      this.#copies.delete(baseUrl);
      throw error;
    }
  }
}
