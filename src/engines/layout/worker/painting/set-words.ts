import type { PageContent, Paint, PaintedWord, SetPiece, Turn, Word } from "@quire/layout";
import type { WebGlyph } from "@quire/typeset/webfont";
import type { PaintedGlyph, TextLook } from "../../../pdfium/worker/painted/painted-text.ts";
import { type Cluster, clustersOf } from "./clusters.ts";
import { apartFromRepeated, type FontFamilies } from "./font-families.ts";

/** Sets a word in the fonts of the HTML. `painted` is what paints each of its glyphs; undefined for what nothing does. */
export function setWord(
  word: Word,
  content: PageContent,
  { painted, families }: { readonly painted: readonly (PaintedGlyph | undefined)[]; readonly families: FontFamilies },
): PaintedWord {
  if (painted.some((glyph) => glyph === undefined || glyph.look.kind === "type 3")) {
    return { kind: "pictured" };
  }
  const outlined = painted.filter(hasOutline);
  if (outlined.length < painted.length) {
    return { kind: "replaced" };
  }
  const clusters = clustersOf(word, content, outlined).flatMap(withoutRepeated);
  const pieces = runsOf(clusters, families).map(pieceOf);
  const isWhole = pieces.reduce((length, { text }) => length + text.length, 0) === word.text.length;
  return isWhole && pieces.length > 0 ? { kind: "set", pieces } : { kind: "replaced" };
}

const hasOutline = (painted: PaintedGlyph | undefined): painted is PaintedGlyph & { readonly glyph: WebGlyph } =>
  painted?.glyph !== undefined && Math.abs(determinantOf(painted.look)) > 1e-6;

const determinantOf = ({ along, up }: TextLook): number => along.x * up.y - along.y * up.x;

const PAINTS_NOTHING: WebGlyph = { contours: [], advance: 0 };

/** Parts a cluster whose text repeats the character that carries its glyph: in a font a character has one glyph. */
function withoutRepeated(cluster: Cluster): Cluster[] {
  const [first, rest] = apartFromRepeated(cluster.text);
  if (rest === "") {
    return [cluster];
  }
  const { look, glyph } = cluster;
  const originX = cluster.originX + look.along.x * glyph.advance;
  const originY = cluster.originY + look.along.y * glyph.advance;
  return [
    { ...cluster, text: first },
    { text: rest, look, originX, originY, glyph: PAINTS_NOTHING },
  ];
}

/** Clusters that follow each other in one font and one look. */
interface Run {
  readonly family: string;
  /** The first of them. */
  readonly first: Cluster;
  readonly clusters: Cluster[];
}

function runsOf(clusters: readonly Cluster[], families: FontFamilies): Run[] {
  const runs: Run[] = [];
  for (const cluster of clusters) {
    const family = families.place({ name: cluster.look.fontName, text: cluster.text, glyph: cluster.glyph });
    const last = runs.at(-1);
    if (family === undefined) {
      return [];
    }
    if (last?.family === family && last.first.look === cluster.look) {
      last.clusters.push(cluster);
    } else {
      runs.push({ family, first: cluster, clusters: [cluster] });
    }
  }
  return runs;
}

/** The distance, in ems and in points, by which characters may miss their places without being told them. */
const SLACK_EM = 0.005;
const SLACK_PT = 0.02;

function pieceOf({ family, first, clusters }: Run): SetPiece {
  const { look } = first;
  const sizePt = Math.hypot(look.up.x, look.up.y);
  const turn = turnOf(look, sizePt);
  const places = clusters.map(({ originX, originY }) => turnedBack(originX, originY, turn));
  const slack = Math.min(SLACK_PT, SLACK_EM * sizePt);
  let expected = places[0]?.x ?? 0;
  let isNatural = true;
  const x: number[] = [];
  for (const [index, { text, glyph }] of clusters.entries()) {
    const own = places[index]?.x ?? 0;
    isNatural &&= Math.abs(own - expected) <= slack && Math.abs((places[index]?.y ?? 0) - (places[0]?.y ?? 0)) <= slack;
    expected += glyph.advance * sizePt;
    x.push(own, ...Array.from({ length: Math.max(0, text.length - 1) }, () => own + glyph.advance * sizePt));
  }
  const text = clusters.map((cluster) => cluster.text).join("");
  const mayFollow = isNatural && FOLLOWING.test(text);
  return {
    text,
    family,
    sizePt,
    turn,
    x: mayFollow ? x.slice(0, 1) : x,
    y: places[0]?.y ?? 0,
    paint: paintOf(look),
  };
}

/** Text whose characters browsers put one after the other, whatever the font says. */
const FOLLOWING =
  /^[\u0021-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u20cf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\ud7ff\ue000-\ufaff\uff01-\uff9d]*$/;

/** Returns the turn of text: undefined where it is upright and neither narrow nor wide. */
function turnOf({ along, up }: TextLook, sizePt: number): Turn | undefined {
  const turn: Turn = [along.x / sizePt, along.y / sizePt, -up.x / sizePt, -up.y / sizePt];
  return turn.every((value, index) => Math.abs(value - (UPRIGHT[index] ?? 0)) < 0.0005) ? undefined : turn;
}

const UPRIGHT: Turn = [1, 0, 0, 1];

/** Returns the place that the turn brings to a place of the page. */
function turnedBack(x: number, y: number, turn: Turn | undefined): { readonly x: number; readonly y: number } {
  if (turn === undefined) {
    return { x, y };
  }
  const [a, b, c, d] = turn;
  const determinant = a * d - b * c;
  return { x: (d * x - c * y) / determinant, y: (a * y - b * x) / determinant };
}

export const paintOf = ({ fill, stroke }: TextLook): Paint => ({ fill, stroke });
