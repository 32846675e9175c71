import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 24;
const CHECKSUM_LENGTH = 6;

/**
 * A new API key: `quire_live_`, 24 random base62 characters, and the CRC-32 of all that in 6 more, by which secret
 * scanners tell a key from what only looks like one. The form is a convenience: keys of other forms are accepted.
 */
export function newApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join("");
  return withChecksum(`quire_live_${secret}`);
}

export const hasKeyForm = (text: string): boolean =>
  /^quire_(live|test)_[0-9A-Za-z]{30}$/.test(text) && withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text;

function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    checksum = `${BASE62[rest % BASE62.length]}${checksum}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return text + checksum;
}
