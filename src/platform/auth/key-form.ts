import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyMode } from "../store/key-store.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 24;
const CHECKSUM_LENGTH = 6;

/**
 * Makes a new API key: `quire_live_` or `quire_test_`, 24 random base62 characters, and the CRC-32 of all that in 6
 * more, by which secret scanners distinguish a key from what only looks like one. The form is a convenience: keys of
 * other forms are accepted.
 */
export function newApiKey(mode: KeyMode): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join("");
  return withChecksum(`quire_${mode}_${secret}`);
}

/** Returns whether `text` can be a key: 8 to 256 visible ASCII characters, whoever made it (contract §5). */
export const isAcceptableKey = (text: string): boolean => /^[\x21-\x7e]{8,256}$/.test(text);

export const hasKeyForm = (text: string): boolean =>
  /^quire_(live|test)_[0-9A-Za-z]{30}$/.test(text) && withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text;

const SHOWN_START = 14;
const SHOWN_END = 4;

/** Returns what is shown of a key afterwards, for its owner to recognise it: the first 14 characters and the last 4. */
export const displayOf = (key: string): string =>
  key.length > 2 * (SHOWN_START + SHOWN_END)
    ? `${key.slice(0, SHOWN_START)}…${key.slice(-SHOWN_END)}`
    : // Of a short key, which a person chose, that would be most of it.
      `${key.slice(0, 2)}…`;

function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    checksum = `${BASE62[rest % BASE62.length]}${checksum}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return text + checksum;
}
