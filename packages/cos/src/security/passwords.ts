import { encodePdfDocEncoding } from "../model/text-string.ts";
import { saslprep } from "./saslprep.ts";

// The number of bytes of a password that count (ISO 32000-2, 7.6.4.3.3, algorithm 2.A).
const LONGEST_UTF8 = 127;
const PADDING = new Uint8Array(Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex"));

// Some programs do not cut passwords, so uncut ones are tried, too; not longer ones than these, because revision 6
// hashes a password at least 64 times, each time in 64 copies.
const LONGEST_UNCUT = 1024;

/**
 * Returns the byte strings that a password may have been stored as, the standard's form first: PDFDocEncoding for
 * revisions 2 to 4, UTF-8 after SASLprep for later ones. Programs differ in whether they follow it.
 */
export function passwordForms(password: string | Uint8Array, revision: number): readonly Uint8Array[] {
  const encoded =
    typeof password !== "string"
      ? [password]
      : revision >= 5
        ? [prepared(password), utf8(password), latin1(password)]
        : singleByteForms(password);
  const known = encoded.filter((form) => form !== undefined);
  const forms =
    revision < 5
      ? known
      : [
          ...known.map((form) => form.subarray(0, LONGEST_UTF8)),
          ...known.filter((form) => form.length > LONGEST_UTF8 && form.length <= LONGEST_UNCUT),
        ];
  return [...new Map(forms.map((form) => [Buffer.from(form).toString("latin1"), form])).values()];
}

/**
 * Returns the bytes that a new document uses for a password: the standard's form, or UTF-8 where the password has none.
 */
export function storedPassword(password: string | Uint8Array, revision: number): Uint8Array {
  return passwordForms(password, revision)[0] ?? new Uint8Array(0);
}

/** Cuts a password of revisions 2 to 4, or pads it with the standard's bytes, to 32 bytes (algorithm 2, step a). */
export function padPassword(password: Uint8Array): Uint8Array {
  const padded = new Uint8Array(32);
  const used = password.subarray(0, 32);
  padded.set(used);
  padded.set(PADDING.subarray(0, 32 - used.length), used.length);
  return padded;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function prepared(text: string): Uint8Array | undefined {
  const result = saslprep(text);
  // When SASLprep leaves nothing of a password, the unprepared one is still a password.
  return result ? utf8(result) : undefined;
}

/**
 * Returns the password in the standard's encoding, and in those of the platforms that programs used in its place;
 * undefined for an encoding that lacks a character.
 */
function singleByteForms(password: string): (Uint8Array | undefined)[] {
  const composed = password.normalize("NFC");
  return [
    encodePdfDocEncoding(composed),
    utf8(password),
    latin1(composed),
    inEncoding("windows-1252", composed),
    inEncoding("macintosh", composed),
  ];
}

function inEncoding(encoding: "windows-1252" | "macintosh", text: string): Uint8Array | undefined {
  const characters = new TextDecoder(encoding).decode(ALL_BYTES);
  const bytes = Array.from(text, (character) => characters.indexOf(character));
  return bytes.includes(-1) ? undefined : Uint8Array.from(bytes);
}

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

function latin1(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0xff) {
      return undefined;
    }
    bytes[index] = code;
  }
  return bytes;
}
