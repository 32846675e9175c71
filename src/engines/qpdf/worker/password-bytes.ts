import { saslprep } from "../../../kernel/saslprep.ts";

/**
 * Returns the byte strings that `password` may stand for in a document, likeliest first, each once and ended with a NUL
 * byte. Revisions 5 and 6 use SASLprep and UTF-8; programs forget the SASLprep. Revisions 2 to 4 use PDFDocEncoding
 * (ISO 32000-2, 7.6.4.3.2); programs used the encoding of their platform. A password of plain ASCII has one form.
 */
export function passwordBytes(password: string): Uint8Array[] {
  const composed = password.normalize("NFC");
  const forms = [
    Buffer.from(saslprep(password), "utf8"),
    Buffer.from(password, "utf8"),
    ...[pdfDocEncoding, windows1252, macintosh].map((encoding) => encode(composed, encoding())),
  ];
  const distinct = new Map<string, Uint8Array>();
  for (const form of forms) {
    // A C string ends at its first NUL byte: what comes after would not be checked.
    if (form !== undefined && !form.includes(0)) {
      distinct.set(form.toString("hex"), Buffer.concat([form, Buffer.alloc(1)]));
    }
  }
  return [...distinct.values()];
}

/** A single-byte encoding, as a map from character to byte. */
type Encoding = ReadonlyMap<string, number>;

function encode(text: string, encoding: Encoding): Buffer | undefined {
  const bytes = Array.from(text, (character) => encoding.get(character));
  return bytes.every((byte) => byte !== undefined) ? Buffer.from(bytes) : undefined;
}

// ISO 32000-2, annex D.2: like Latin-1 except for these two runs.
const PDF_DOC_18_TO_1F = "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc";
const PDF_DOC_80_TO_A0 =
  "\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac";

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

const pdfDocEncoding = once(() => {
  const latin1 = Buffer.from(ALL_BYTES).toString("latin1");
  return latin1.slice(0, 0x18) + PDF_DOC_18_TO_1F + latin1.slice(0x20, 0x80) + PDF_DOC_80_TO_A0 + latin1.slice(0xa1);
});
const windows1252 = once(() => new TextDecoder("windows-1252").decode(ALL_BYTES));
const macintosh = once(() => new TextDecoder("macintosh").decode(ALL_BYTES));

function once(characters: () => string): () => Encoding {
  let encoding: Encoding | undefined;
  return () => {
    encoding ??= new Map(Array.from(characters(), (character, byte) => [character, byte]));
    return encoding;
  };
}
