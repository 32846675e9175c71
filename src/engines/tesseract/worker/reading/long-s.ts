import type { EngineBlock } from "../../library/text-engine.ts";
import { isCommonWord } from "./common-words.ts";
import { withWords, wordsOf } from "./result.ts";

/** The words that only a long s explains, from which on a page is printed with it. */
const LEAST_EXPLAINED = 5;
/** The most letters f of a word that are looked at: each doubles the ways to read it. */
const MOST_LETTERS = 5;

/**
 * Returns the blocks of a page with the plain letter for the long s of old print, which the data of today's languages
 * takes for an f: `refte` becomes `reste`. A page has it where several words are in the dictionary with s in place of f
 * alone, more than words have an s that does not end them, since print with the long s has the round one only there.
 * Where a word is one either way, as French `fon` and `son`, the commonest words of a language are meant.
 */
export function withPlainS(blocks: readonly EngineBlock[], isWord: (word: string) => boolean): readonly EngineBlock[] {
  const texts = new Set([...wordsOf(blocks)].map(({ text }) => text));
  const plain = new Map([...texts].flatMap((text) => replacements(text, isWord)));
  const explained = [...wordsOf(blocks)].filter(({ text }) => plain.get(text)?.isOnlyExplanation === true).length;
  const round = [...wordsOf(blocks)].filter(({ text }) => ROUND_S.test(text)).length;
  return explained < LEAST_EXPLAINED || explained <= round
    ? blocks
    : withWords(blocks, (word) => ({ ...word, text: plain.get(word.text)?.text ?? word.text }));
}

/** A small s before a letter. */
const ROUND_S = /s(?=\p{Ll})/u;
const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;

interface Plain {
  readonly text: string;
  /** Whether the word is in no dictionary as it was read. */
  readonly isOnlyExplanation: boolean;
}

/** Returns a text and what it is with plain s, where that is a word. */
function replacements(text: string, isWord: (word: string) => boolean): [string, Plain][] {
  let isOnlyExplanation = false;
  const plain = text.replaceAll(LETTERS, (word) => {
    const other = ROUND_F.test(word) ? likelier(word, isWord) : undefined;
    isOnlyExplanation ||= other !== undefined && !isWord(word);
    return other ?? word;
  });
  return plain === text ? [] : [[text, { text: plain, isOnlyExplanation }]];
}

/** A small f before a letter: a long s never ends a word. */
const ROUND_F = /f(?=\p{L})/u;

/** Returns the word with the fewest letters f read as s that is in the dictionary, where that is likelier than it is as read. */
function likelier(word: string, isWord: (word: string) => boolean): string | undefined {
  const isKnown = isWord(word);
  const found = variants(word).find((variant) => isWord(variant));
  return found === undefined || (isKnown && (!isCommonWord(found) || isCommonWord(word))) ? undefined : found;
}

/** Returns a word with each choice of its letters f, but for the last letter, read as s: those with the fewest first. */
function variants(word: string): readonly string[] {
  const places = [...word.matchAll(/f(?=\p{L})/gu)].map(({ index }) => index).slice(0, MOST_LETTERS);
  return Array.from({ length: 2 ** places.length - 1 }, (_, at) => places.filter((__, bit) => ((at + 1) >> bit) & 1))
    .toSorted((a, b) => a.length - b.length)
    .map((chosen) => Array.from(word, (letter, at) => (chosen.includes(at) ? "s" : letter)).join(""));
}
