import type { PixelBox } from "@quire/scan";
import koffi, { type LibraryHandle } from "koffi";
import { Blocks } from "./blocks.ts";
import type { EngineBlock } from "./text-engine.ts";

/** PageIteratorLevel of publictypes.h. */
const BLOCK = 0;
const PARAGRAPH = 1;
const LINE = 2;
const WORD = 3;

/**
 * Reads the words of a `TessBaseAPI` that has recognized a page. Returns undefined for a page whose words must be read
 * from its text output.
 */
export type ReadWords = (api: object) => readonly EngineBlock[] | undefined;

/**
 * Creates a function that reads words directly from Tesseract's results. The text output costs a sixteenth of a page's
 * reading time: to put words of right-to-left lines in order it walks from the page's first word to each line, many
 * times for each word. Pages with such lines are left to it. Iterators that only go from left to right are not in
 * capi.h, so they are bound by their C++ names; returns undefined where the library does not export those.
 */
export function wordReader(library: LibraryHandle): ReadWords | undefined {
  const fromLeftToRight = cplusplusFunctionsOf(library);
  if (fromLeftToRight === undefined) {
    return undefined;
  }
  const functions = { ...functionsOf(library), ...fromLeftToRight };
  return (api) => {
    const iterator = functions.iterate(api);
    if (iterator === null) {
      return [];
    }
    try {
      return wordsOf(functions, iterator);
    } finally {
      functions.delete(iterator);
    }
  };
}

function wordsOf(functions: Functions, iterator: Iterator): readonly EngineBlock[] | undefined {
  const { isAtBeginningOf, next } = functions;
  const boxOf = boxReader(functions, iterator);
  const blocks = new Blocks();
  do {
    const text = textOf(functions, iterator);
    if (text === undefined) {
      continue;
    }
    if (RIGHT_TO_LEFT.test(text)) {
      return undefined;
    }
    if (isAtBeginningOf(iterator, LINE) !== 0) {
      if (isAtBeginningOf(iterator, BLOCK) !== 0) {
        blocks.beginBlock(boxOf(BLOCK));
      }
      if (isAtBeginningOf(iterator, PARAGRAPH) !== 0) {
        blocks.beginParagraph();
      }
      blocks.beginLine(boxOf(LINE));
    }
    // The text output has six decimals, too.
    const confidence = Number(functions.confidence(iterator, WORD).toFixed(6));
    blocks.addWord({ text, confidence, box: boxOf(WORD) });
  } while (next(iterator, WORD) !== 0);
  return blocks.written();
}

/** Matches characters that Unicode assigns to right-to-left scripts (DerivedBidiClass.txt, defaults of R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function textOf({ wordText, deleteText }: Functions, iterator: Iterator): string | undefined {
  const text = wordText(iterator, WORD);
  if (text === null) {
    return undefined;
  }
  try {
    return koffi.decode.string(text);
  } finally {
    deleteText(text);
  }
}

function boxReader({ boundingBox }: Functions, iterator: Iterator): (level: number) => PixelBox {
  const [left, top, right, bottom] = [new Int32Array(1), new Int32Array(1), new Int32Array(1), new Int32Array(1)];
  return (level) => {
    boundingBox(iterator, level, left, top, right, bottom);
    return { xMin: left[0] ?? 0, yMin: top[0] ?? 0, xMax: right[0] ?? 0, yMax: bottom[0] ?? 0 };
  };
}

declare const name: unique symbol;
type Iterator = { readonly [name]: "LTRResultIterator" };
type TextPointer = { readonly [name]: "char *" };
type Functions = ReturnType<typeof functionsOf> & NonNullable<ReturnType<typeof cplusplusFunctionsOf>>;

/**
 * Binds functions of baseapi.h and ltrresultiterator.h by their names in the Itanium C++ ABI; returns undefined when
 * the library does not export them.
 */
function cplusplusFunctionsOf(library: LibraryHandle) {
  try {
    return {
      iterate: library.func("void *_ZN9tesseract11TessBaseAPI14GetLTRIteratorEv(void *api)") as (
        api: object,
      ) => Iterator | null,
      wordText: library.func(
        "void *_ZNK9tesseract17LTRResultIterator11GetUTF8TextENS_17PageIteratorLevelE(void *iterator, int level)",
      ) as (iterator: Iterator, level: number) => TextPointer | null,
    };
  } catch {
    return undefined;
  }
}

function functionsOf(library: LibraryHandle) {
  return {
    delete: library.func("void TessPageIteratorDelete(void *iterator)") as (iterator: Iterator) => void,
    next: library.func("int TessPageIteratorNext(void *iterator, int level)") as OfLevel,
    isAtBeginningOf: library.func("int TessPageIteratorIsAtBeginningOf(void *iterator, int level)") as OfLevel,
    boundingBox: library.func(
      "int TessPageIteratorBoundingBox(void *iterator, int level, int *left, int *top, int *right, int *bottom)",
    ) as (
      iterator: Iterator,
      level: number,
      left: Int32Array,
      top: Int32Array,
      right: Int32Array,
      bottom: Int32Array,
    ) => number,
    confidence: library.func("float TessResultIteratorConfidence(void *iterator, int level)") as OfLevel,
    deleteText: library.func("void TessDeleteText(void *text)") as (text: TextPointer) => void,
  };
}

type OfLevel = (iterator: Iterator, level: number) => number;
