import type { RecognizedBlock, RecognizedLine, RecognizedPage } from "../../../engines/tesseract/port.ts";

/* Pages as an engine would have read them, for tests. */

/** Makes a line whose letters are half as wide as it is high; `heightPx` is the height of its words. */
export function line(text: string, { yMin = 0, heightPx = 20, confidence = 0.9 } = {}): RecognizedLine {
  let xMin = 0;
  const words = text.split(" ").map((word) => {
    const xMax = xMin + (word.length * heightPx) / 2;
    const box = { xMin, yMin, xMax, yMax: yMin + heightPx };
    xMin = xMax + heightPx / 2;
    return { text: word, confidence, box };
  });
  return { box: { xMin: 0, yMin, xMax: xMin, yMax: yMin + heightPx }, words };
}

/** Makes a page with blocks of one paragraph each, one line below the other; a line may be given with its height. */
export function page(
  paragraphs: readonly (readonly (string | RecognizedLine)[])[],
  changes: Partial<RecognizedPage> = {},
): RecognizedPage {
  let yMin = 0;
  const blocks = paragraphs.map((lines): RecognizedBlock => {
    const placed = lines.map((given) => {
      const found = typeof given === "string" ? line(given, { yMin }) : given;
      yMin += 30;
      return found;
    });
    return { box: { xMin: 0, yMin: 0, xMax: 1000, yMax: yMin }, paragraphs: [{ lines: placed }] };
  });
  return {
    widthPx: 1000,
    heightPx: 2000,
    dpi: 100,
    rotationDegrees: 0,
    skewDegrees: 0,
    script: null,
    languages: ["eng"],
    blocks,
    ...changes,
  };
}
