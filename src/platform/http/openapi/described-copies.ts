import { type Asset, compressed, lazy } from "../assets/asset.ts";

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
