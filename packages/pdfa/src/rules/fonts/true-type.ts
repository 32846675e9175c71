import { type Font, listedUnicodeOf, simpleEncodingOf } from "@quire/fonts";
import type { ShownFont } from "../../fonts/subjects.ts";
import { type AnyRule, rule } from "../rule.ts";

const isNonsymbolic = ({ font }: ShownFont): boolean => font.kind === "truetype" && !font.isSymbolic;
const isSymbolic = ({ font }: ShownFont): boolean => font.kind === "truetype" && font.isSymbolic;

const hasCMap = ({ program }: ShownFont, platform: number, encoding: number): boolean =>
  program?.cmaps.some((cmap) => cmap.platform === platform && cmap.encoding === encoding) ?? false;

const cmapsOf = ({ font, program }: ShownFont): string =>
  `${font.label}: ${program?.cmaps.map(({ platform, encoding }) => `(${platform}, ${encoding})`).join(" ") || "none"}`;

const isRead = ({ program }: ShownFont): boolean => program?.isSfnt ?? false;

/**
 * The rules on how codes of simple TrueType fonts become glyphs: ISO 19005-1, 6.3.7; -2 and -3, 6.2.11.6; -4, 6.2.10.6.
 */
export const TRUE_TYPE_RULES: readonly AnyRule[] = [
  rule({
    key: "truetype-nonsymbolic-cmap",
    on: "font",
    ids: { "2": "6.2.11.6-1", "3": "6.2.11.6-1", "4": "6.2.10.6-1", ua1: "7.21.6-1", ua2: "8.4.5.7-1" },
    requirement:
      "The program of a nonsymbolic TrueType font has a cmap subtable other than that for symbols, (3, 0); in part 4 " +
      "one for (3, 1) or (1, 0).",
    message: "The program of a nonsymbolic TrueType font has no cmap subtable in which its codes can be looked up",
    hint: "Embed a program with a Unicode cmap: a font of the system has one, a subset by a printer driver may not. Print anew with another driver, or export in place of printing.",
    fix: "font",
    test: (shown, { part }) => {
      if (!isNonsymbolic(shown) || !isRead(shown) || !shown.isRendered) {
        return true;
      }
      const isThere =
        part === 4
          ? hasCMap(shown, 3, 1) || hasCMap(shown, 1, 0)
          : (shown.program?.cmaps ?? []).some(({ platform, encoding }) => platform !== 3 || encoding !== 0);
      return isThere || { broken: cmapsOf(shown) };
    },
  }),
  rule({
    key: "truetype-nonsymbolic-encoding",
    on: "font",
    ids: { "1": "6.3.7-1", "2": "6.2.11.6-2", "3": "6.2.11.6-2", "4": "6.2.10.6-2", ua1: "7.21.6-2", ua2: "8.4.5.7-2" },
    requirement:
      "A nonsymbolic TrueType font has MacRomanEncoding or WinAnsiEncoding as Encoding or BaseEncoding; Differences " +
      "are not allowed in part 1, and later only with names of the Adobe Glyph List and a (3, 1) cmap.",
    message: "The encoding of a nonsymbolic TrueType font is not one that is allowed",
    hint: "Use WinAnsiEncoding or MacRomanEncoding, or mark the font as symbolic (Flags 4) and use the program's own encoding.",
    fix: "font",
    test: (shown, { part }) => {
      if (!isNonsymbolic(shown)) {
        return true;
      }
      const { base, differences } = simpleEncodingOf(shown.font.dict);
      if (base !== "MacRomanEncoding" && base !== "WinAnsiEncoding") {
        return { broken: `${shown.font.label}: ${base ?? "no base encoding"}` };
      }
      if (differences === undefined) {
        return true;
      }
      if (part === 1) {
        return { broken: `${shown.font.label}: Differences` };
      }
      const unlisted = [...differences.values()].find(
        (name) => name !== ".notdef" && listedUnicodeOf(name) === undefined,
      );
      if (unlisted !== undefined) {
        return { broken: `${shown.font.label}: /${unlisted} in Differences` };
      }
      return !isRead(shown) || hasCMap(shown, 3, 1) || { broken: `Differences, but cmaps of ${cmapsOf(shown)}` };
    },
  }),
  rule({
    key: "truetype-symbolic-encoding",
    on: "font",
    ids: { "1": "6.3.7-2", "2": "6.2.11.6-3", "3": "6.2.11.6-3", "4": "6.2.10.6-3", ua1: "7.21.6-3", ua2: "8.4.5.7-3" },
    requirement: "A symbolic TrueType font has no Encoding by a name, its own or that of a BaseEncoding.",
    message: "A symbolic TrueType font has an Encoding",
    hint: "Remove Encoding where the program's own encoding is meant, or else clear the symbolic flag (Flags 32 in place of 4).",
    fix: "dictionary",
    test: (shown) =>
      !isSymbolic(shown) ||
      encodingName(shown.font) === undefined || { broken: `${shown.font.label}: ${encodingName(shown.font) ?? ""}` },
  }),
  rule({
    key: "truetype-symbolic-cmap",
    on: "font",
    ids: { "1": "6.3.7-3", "2": "6.2.11.6-4", "3": "6.2.11.6-4", "4": "6.2.10.6-4", ua1: "7.21.6-4", ua2: "8.4.5.7-4" },
    requirement:
      "The program of a symbolic TrueType font has exactly one cmap subtable; from part 2 on it may have several, " +
      "one of them for (3, 0); in part 4 it has one for (3, 0) or (1, 0).",
    message: "The program of a symbolic TrueType font does not have the required cmap subtables",
    hint: "Embed a program with one subtable, for (3, 0) or (1, 0).",
    fix: "font",
    test: (shown, { part }) => {
      if (!isSymbolic(shown) || !isRead(shown)) {
        return true;
      }
      const count = shown.program?.cmaps.length ?? 0;
      const isKept =
        part === 4 ? hasCMap(shown, 3, 0) || hasCMap(shown, 1, 0) : count === 1 || (part !== 1 && hasCMap(shown, 3, 0));
      return isKept || { broken: cmapsOf(shown) };
    },
  }),
];

/** Returns the name that an Encoding is, or is based on. Without one it has nothing but differences. */
const encodingName = ({ dict }: Font): string | undefined =>
  dict.name("Encoding") ?? dict.dict("Encoding")?.name("BaseEncoding");
