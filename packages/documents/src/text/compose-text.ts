import { recognizedLanguage } from "@quire/printed/language";
import type { Composed } from "../composed.ts";
import { withBreakPlaces } from "../typography/break-places.ts";
import { type Hyphenator, hyphenatorOf } from "../typography/hyphenation.ts";
import { divideText, type Section } from "./divide-text.ts";
import { plainText } from "./plain-text.ts";
import { cssOf, pagesOf, type TextStyle } from "./text-style.ts";

/**
 * Makes HTML of plain text with its lines, blank lines, spaces and tabs. Lines that are too long go on in the next, a
 * form feed begins a page, and each line has the direction of its own first letter. Paragraphs, which blank lines end,
 * are `p`. Control functions (ISO 6429), which are not text, are left out. Long texts come in several sections.
 */
export function composeText(text: string, style: TextStyle): Composed {
  const plain = plainText(text);
  return {
    sections: sectionsOf(plain, style),
    title: titleOf(plain),
    needsScript: false,
    contents: [],
    warnings: [],
  };
}

function* sectionsOf(text: string, style: TextStyle): Generator<string, void, undefined> {
  const hyphenate =
    style.alignment === "justify"
      ? hyphenatorOf(style.language ?? recognizedLanguage(text.slice(0, SAMPLE_CHARACTERS)))
      : undefined;
  const head = `<!doctype html><meta charset="utf-8"><title></title><style>${cssOf(style)}</style><body>`;
  for (const section of divideText(text, { pagesOf: (characters, lines) => pagesOf(style, characters, lines) })) {
    yield head + htmlOf(section, hyphenate);
  }
}

/** The characters of a text by which its language is recognized. */
const SAMPLE_CHARACTERS = 4000;

const htmlOf = (section: Section, hyphenate: Hyphenator = (text) => text): string =>
  section
    .map(({ text, beginsPage }, index) => {
      const paragraph = withBreakPlaces(hyphenate(text));
      return `<p${beginsPage && index > 0 ? " class=page" : ""}>${paragraph}</p>\n`;
    })
    .join("");

const TITLE_CHARACTERS = 100;

/** Returns the first line with letters or digits, cut to a title; undefined where there is none. */
function titleOf(text: string): string | undefined {
  const letter = text.search(/[\p{L}\p{N}]/u);
  if (letter === -1) {
    return undefined;
  }
  const before = text.slice(Math.max(0, letter - TITLE_CHARACTERS), letter);
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  const [line = ""] = (/[^\n\f]*$/.exec(before)?.[0] + text.slice(letter, letter + LOOKED_AT)).split(/[\n\f]/);
  const title = line.replaceAll(/\s+/g, " ").trim();
  return title.length > TITLE_CHARACTERS ? `${cut(title)}…` : title;
}

const LOOKED_AT = 1000;

/** Cuts a title at a space where there is one, and otherwise between two letters as they are seen. */
function cut(title: string): string {
  const most = title.slice(0, TITLE_CHARACTERS + 1);
  const space = most.lastIndexOf(" ");
  const end = space > TITLE_CHARACTERS / 2 ? space : [...GRAPHEMES.segment(most)].at(-1)?.index;
  return most.slice(0, end);
}

const GRAPHEMES = new Intl.Segmenter("und", { granularity: "grapheme" });
