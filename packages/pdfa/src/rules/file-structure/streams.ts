import { Dict, isName, Name, resolve } from "@quire/cos";
import { rule } from "../rule.ts";

/** The keys of data that are in another file (ISO 32000-2, table 5). */
const EXTERNAL_KEYS = ["F", "FFilter", "FDecodeParms"] as const;

/** The filters of ISO 32000-2, table 6, without LZWDecode and Crypt. */
const FILTERS: ReadonlySet<string> = new Set([
  "ASCIIHexDecode",
  "ASCII85Decode",
  "FlateDecode",
  "RunLengthDecode",
  "CCITTFaxDecode",
  "JBIG2Decode",
  "DCTDecode",
  "JPXDecode",
]);

export const streamRules = [
  rule({
    key: "stream-length",
    on: "stream",
    ids: { "1": "6.1.7-1", "2": "6.1.7.1-1", "3": "6.1.7.1-1", "4": "6.1.6.1-1" },
    requirement: "The Length of a stream is the number of its bytes, without the end-of-line marker before endstream.",
    message: "The Length of a stream is not the number of its bytes",
    hint: "Rewrite the file with the right lengths: qpdf --newline-before-endstream in.pdf out.pdf counts the bytes of all streams anew. Transfers as text, such as FTP's, change the bytes of a PDF.",
    fix: "rewrite",
    conversion: "mends",
    test({ syntax: { declaredLength, actualLength, hasEolBeforeEndstream } }) {
      if (declaredLength === 0 && actualLength === 0 && !hasEolBeforeEndstream) {
        return { broken: "Length 0, no end-of-line marker after that of stream" };
      }
      return (
        declaredLength === actualLength || { broken: `Length ${declaredLength ?? "missing"}, ${actualLength} bytes` }
      );
    },
  }),
  rule({
    key: "stream-keywords",
    on: "stream",
    ids: { "1": "6.1.7-2", "2": "6.1.7.1-2", "3": "6.1.7.1-2" },
    requirement:
      "The keyword stream is followed by CR and LF or by LF alone; an end-of-line marker stands before endstream.",
    message: "The end-of-line markers around the bytes of a stream are wrong",
    hint: "Rewrite the file with these markers: qpdf --newline-before-endstream in.pdf out.pdf.",
    fix: "rewrite",
    conversion: "mends",
    test({ syntax: { eolAfterKeyword, hasEolBeforeEndstream, actualLength } }) {
      if (eolAfterKeyword !== "CRLF" && eolAfterKeyword !== "LF") {
        return { broken: `${eolAfterKeyword === "CR" ? "CR alone" : "no end of line"} after stream` };
      }
      // Without any data, the marker after `stream` stands before `endstream`, too.
      return hasEolBeforeEndstream || actualLength === 0 || { broken: "no end of line before endstream" };
    },
  }),
  rule({
    key: "no-external-stream",
    on: "stream",
    ids: { "1": "6.1.7-3", "2": "6.1.7.1-3", "3": "6.1.7.1-3", "4": "6.1.6.1-2" },
    requirement: "Streams have none of the keys F, FFilter and FDecodeParms: their data is in the file.",
    message: "A stream refers to another file for its data",
    hint: "Put the data into the stream. In a layout program, embed linked images when exporting rather than referring to their files.",
    fix: "rewrite",
    conversion: "mends",
    test({ stream: { dict } }) {
      const present = EXTERNAL_KEYS.filter((key) => dict.has(key));
      return present.length === 0 || { broken: present.join(", ") };
    },
  }),
  rule({
    key: "no-lzw",
    on: "stream",
    ids: { "1": "6.1.10-1" },
    requirement: "No stream is encoded with LZWDecode.",
    message: "A stream is encoded with LZWDecode",
    hint: "Encode the stream again with FlateDecode, as qpdf in.pdf out.pdf does. In Ghostscript and Distiller choose ZIP or JPEG as compression.",
    fix: "re-encode",
    conversion: "mends",
    test: ({ stream: { dict } }) =>
      filtersOf(dict).every(({ name }) => name !== "LZWDecode") || { broken: "LZWDecode" },
  }),
  rule({
    key: "permitted-filters",
    on: "stream",
    ids: { "2": "6.1.7.2-1", "3": "6.1.7.2-1", "4": "6.1.6.2-1" },
    requirement:
      "Streams are encoded with standard filters other than LZWDecode; Crypt is permitted only with the name Identity.",
    message: "A stream is encoded with a filter that is not permitted",
    hint: "Encode the stream again, with FlateDecode: qpdf does when it rewrites a file with streams of LZWDecode. Crypt is permitted only as Identity.",
    fix: "re-encode",
    test({ stream: { dict } }) {
      const refused = filtersOf(dict).filter(({ name, isIdentity }) => !(FILTERS.has(name) || isIdentity));
      return refused.length === 0 || { broken: refused.map(({ name }) => name).join(", ") };
    },
  }),
];

/**
 * Returns the filters of a stream by their names as written, which are not always in full; what is no name is none.
 * `isIdentity` marks a Crypt filter that does nothing, which is also the default (ISO 32000-2, table 14).
 */
function filtersOf(dict: Dict): readonly { readonly name: string; readonly isIdentity: boolean }[] {
  const filter = dict.get("Filter");
  const parameters = dict.get("DecodeParms");
  const names = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
  return names.flatMap((raw, index) => {
    const value = resolve(raw);
    if (!(value instanceof Name)) {
      return [];
    }
    const own = Array.isArray(parameters) ? resolve(parameters[index]) : parameters;
    const cipher = own instanceof Dict ? own.get("Name") : null;
    return [
      { name: value.value, isIdentity: value.value === "Crypt" && (cipher === null || isName(cipher, "Identity")) },
    ];
  });
}
