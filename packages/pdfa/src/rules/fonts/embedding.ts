import { type AnyRule, rule } from "../rule.ts";

/** The rules of ISO 19005-1, 6.3.4; -2 and -3, 6.2.11.4.1; -4, 6.2.10.4.1. */
export const EMBEDDING_RULES: readonly AnyRule[] = [
  rule({
    key: "font-embedded",
    on: "font",
    ids: {
      "1": "6.3.4-1",
      "2": "6.2.11.4.1-1",
      "3": "6.2.11.4.1-1",
      "4": "6.2.10.4.1-1",
      ua1: "7.21.4.1-1",
      ua2: "8.4.5.5.1-1",
    },
    requirement: "The programs of all fonts that text is drawn with are embedded, also those of the standard 14 fonts.",
    message: "The program of a font is not embedded",
    hint: "Embed the font: in LibreOffice and Word export with PDF/A in the options, in Acrobat Distiller choose Embed all fonts, in pdfTeX set pdftexDownloadBase14. Text in rendering mode 3 needs none.",
    fix: "font",
    conversion: "substitutes",
    // A composite font has its program in its CIDFont; a Type 3 font is its own program; what is no font has none.
    test: ({ font, isRendered, programProblem }) => {
      if (!isRendered || font.kind === "type3" || font.kind === "composite" || font.kind === "other") {
        return true;
      }
      if (font.fontFile === undefined) {
        return { broken: `${font.label} (${font.subtype ?? "no Subtype"})` };
      }
      // A program that readers cannot read as its declared kind is as good as not embedded.
      return (
        programProblem === undefined || {
          broken: `${font.label}: it has a ${font.fontFile.key} stream, but ${programProblem}`,
        }
      );
    },
  }),
];
