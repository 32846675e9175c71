import { CosString, type Dict } from "@quire/cos";
import { rule } from "../rule.ts";

export const trailerRules = [
  rule({
    key: "file-identifier",
    on: "file",
    ids: { "1": "6.1.3-1", "2": "6.1.3-1", "3": "6.1.3-1", "4": "6.1.3-1" },
    requirement:
      "The trailer has the identifiers of the file in ID; in a linearized file, the trailer of its first page has " +
      "them.",
    message: "The trailer has no file identifiers",
    hint: "Rewrite the file with an ID of two strings in its trailer: qpdf in.pdf out.pdf writes one.",
    fix: "rewrite",
    conversion: "mends",
    test({ document: { trailer } }, { part }) {
      const identifiers = identifiersOf(trailer);
      if (identifiers === undefined) {
        return { broken: "no ID" };
      }
      // ISO 19005-1 requires only the key; later parts refer to ISO 32000, 14.4, for the purpose of the identifiers.
      return part === 1 || identifiers !== "" || { broken: "empty" };
    },
  }),
  rule({
    key: "no-encryption",
    on: "file",
    ids: { "1": "6.1.3-2", "2": "6.1.3-2", "3": "6.1.3-2", "4": "6.1.3-2" },
    requirement: "The file is not encrypted.",
    message: "The file is encrypted",
    hint: "Remove the protection: qpdf --decrypt in.pdf out.pdf, or export without passwords and permissions (in LibreOffice the tab Security, in Word Options ▸ Encrypt the document).",
    fix: "rewrite",
    conversion: "mends",
    // The key must be absent, even where it leads to nothing.
    test: ({ document: { security, trailer } }) =>
      (security === undefined && (trailer.raw("Encrypt") ?? null) === null) || { broken: "Encrypt" },
  }),
  rule({
    key: "nothing-after-end",
    on: "file",
    ids: { "1": "6.1.3-3", "2": "6.1.3-3", "3": "6.1.3-3", "4": "6.1.3-3" },
    requirement: "The file ends with %%EOF, followed at most by one end-of-line marker.",
    message: "The file does not end with %%EOF",
    hint: "Cut the file after the last %%EOF, or rewrite it with qpdf in.pdf out.pdf. A mail or web server may have added what stands there.",
    fix: "rewrite",
    conversion: "mends",
    test({ document: { xref } }) {
      const { trailingBytes = 0, eofOffset = null } = xref.startxref ?? {};
      if (eofOffset === null) {
        return { broken: "no %%EOF" };
      }
      return trailingBytes === 0 || { broken: `${trailingBytes} bytes after it` };
    },
  }),
  rule({
    key: "linearized-identifiers",
    on: "file",
    ids: { "1": "6.1.3-4" },
    requirement: "A linearized file has the same ID in both of its trailers, if the last one has an ID.",
    message: "The trailers of a linearized file have different identifiers",
    hint: "Rewrite the file without linearization, as qpdf in.pdf out.pdf does, or anew with it (qpdf --linearize).",
    fix: "rewrite",
    conversion: "mends",
    test({ document: { linearization, xref } }) {
      const [original] = xref.revisions;
      const last = original?.sections.at(-1);
      const first = original?.sections[0];
      if (linearization?.isLengthOfFile !== true || last === undefined || first === undefined || last === first) {
        return true;
      }
      const ofLast = identifiersOf(last.trailer);
      return ofLast === undefined || ofLast === identifiersOf(first.trailer) || { broken: "ID" };
    },
  }),
];

/** Returns the file identifiers as text to compare; undefined where there are none. */
function identifiersOf(trailer: Dict): string | undefined {
  const strings = trailer.array("ID")?.filter((value) => value instanceof CosString);
  return strings?.map(({ bytes }) => Buffer.from(bytes).toString("hex")).join("");
}
