import { rule } from "../rule.ts";

/** The filters of ISO 32000-2, table 92, except LZW, by their full and abbreviated names. */
const ALLOWED_FILTERS: ReadonlySet<string> = new Set(
  "ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode AHx A85 Fl RL CCF DCT".split(" "),
);
const LZW: ReadonlySet<string> = new Set(["LZWDecode", "LZW"]);

/**
 * The rules of ISO 19005-1 to -3, 6.1.10; ISO 19005-4, 6.1.9. Those that apply to all images are among the rules on
 * images.
 */
export const inlineImageRules = [
  rule({
    key: "inline-image-lzw",
    on: "inline-image",
    ids: { "1": "6.1.10-2" },
    requirement: "Inline images are not encoded with LZW.",
    message: "An inline image is encoded with LZW",
    hint: "Encode the image with Flate, or write it as an XObject: qpdf --externalize-inline-images --ii-min-bytes=0 in.pdf out.pdf.",
    fix: "re-encode",
    test: ({ filters }) => !filters.some((filter) => filter !== undefined && LZW.has(filter)) || { broken: "LZW" },
  }),
  rule({
    key: "inline-image-filter",
    on: "inline-image",
    ids: { "2": "6.1.10-1", "3": "6.1.10-1", "4": "6.1.9-1" },
    requirement:
      "The filters of inline images are those that the PDF specification has for them, except LZW and Crypt.",
    message: "An inline image is encoded with a filter that is not permitted",
    hint: "Encode the image with Flate, or write it as an XObject: qpdf --externalize-inline-images --ii-min-bytes=0 in.pdf out.pdf; Crypt is not permitted.",
    fix: "re-encode",
    test({ filters }) {
      const forbidden = filters.filter((filter) => filter === undefined || !ALLOWED_FILTERS.has(filter));
      return forbidden.length === 0 || { broken: forbidden.map((filter) => filter ?? "no name").join(", ") };
    },
  }),
];
