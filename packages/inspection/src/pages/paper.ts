const MM = 72 / 25.4;

/** Papers by width and height in points, the narrow side first (ISO 216, ISO 269, JIS P 0138, ANSI/ASME Y14.1). */
const PAPERS: readonly (readonly [name: string, widthPt: number, heightPt: number])[] = [
  ...millimetres([
    ["A0", 841, 1189],
    ["A1", 594, 841],
    ["A2", 420, 594],
    ["A3", 297, 420],
    ["A4", 210, 297],
    ["A5", 148, 210],
    ["A6", 105, 148],
    ["A7", 74, 105],
    ["A8", 52, 74],
    ["B0", 1000, 1414],
    ["B1", 707, 1000],
    ["B2", 500, 707],
    ["B3", 353, 500],
    ["B4", 250, 353],
    ["B5", 176, 250],
    ["B6", 125, 176],
    ["C4", 229, 324],
    ["C5", 162, 229],
    ["C6", 114, 162],
    ["DL", 110, 220],
    ["JIS B4", 257, 364],
    ["JIS B5", 182, 257],
  ]),
  ["Letter", 612, 792],
  ["Legal", 612, 1008],
  ["Tabloid", 792, 1224],
  ["Executive", 522, 756],
  ["Statement", 396, 612],
  ["Folio", 612, 936],
  ["ANSI C", 1224, 1584],
  ["ANSI D", 1584, 2448],
  ["ANSI E", 2448, 3168],
];

function millimetres(
  papers: readonly (readonly [string, number, number])[],
): readonly (readonly [string, number, number])[] {
  return papers.map(([name, width, height]) => [name, width * MM, height * MM] as const);
}

/** How far a side may be off, in points: writers round to whole points, or to millimetres. */
const TOLERANCE_PT = 4;

/** Returns the name of the paper of that size in either orientation, such as `A4`; null where there is none. */
export function paperName(widthPt: number, heightPt: number): string | null {
  const [narrow, wide] = widthPt <= heightPt ? [widthPt, heightPt] : [heightPt, widthPt];
  let nearest: string | null = null;
  let least = TOLERANCE_PT;
  for (const [name, width, height] of PAPERS) {
    const off = Math.max(Math.abs(narrow - width), Math.abs(wide - height));
    if (off < least) {
      nearest = name;
      least = off;
    }
  }
  return nearest;
}
