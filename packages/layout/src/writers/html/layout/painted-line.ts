import type { Link } from "../../../content.ts";
import type { Line, Word } from "../../../words.ts";
import { cleanText } from "../../common/clean-text.ts";
import { attributes, escapeHtml } from "../escape-html.ts";
import { hrefOf, lineElement } from "./line-element.ts";
import type { PagePainting, PaintedWord, SetPiece } from "./painting.ts";
import { paintAttributes, rounded, significant } from "./values.ts";

/** Words of a line that follow each other and are painted in one way. */
interface Stretch {
  readonly words: Word[];
  readonly kind: PaintedWord["kind"];
  /** The turn of words that are set. */
  readonly turn: string;
  readonly pieces: SetPiece[][];
}

/**
 * Returns the elements of a line of text: of each piece in a font of the page its place, and of all other words what a
 * reader's own font makes of them, unseen where the picture behind shows them.
 */
export function paintedLine(line: Line, links: readonly Link[], painting: PagePainting): string {
  let html = "";
  for (const [index, stretch] of stretchesOf(line, painting).entries()) {
    const isJoined = stretch.words[0]?.isJoined === true;
    html += index === 0 || isJoined ? "" : " ";
    html +=
      stretch.kind === "set"
        ? setText(stretch, links)
        : lineElement(
            { ...line, words: stretch.words },
            { links, isOnDark: () => true, isUnseen: stretch.kind === "pictured" },
          );
  }
  return html;
}

function stretchesOf({ words }: Line, painting: PagePainting): Stretch[] {
  const stretches: Stretch[] = [];
  for (const word of words) {
    const painted = painting.word(word);
    const pieces = painted.kind === "set" ? [...painted.pieces] : [];
    const turn = turnOf(pieces[0]);
    const last = stretches.at(-1);
    if (last !== undefined && last.kind === painted.kind && last.turn === turn) {
      last.words.push(word);
      last.pieces.push(pieces);
    } else {
      stretches.push({ words: [word], kind: painted.kind, turn, pieces: [pieces] });
    }
  }
  return stretches;
}

const turnOf = (piece: SetPiece | undefined): string =>
  piece?.turn === undefined ? "" : `matrix(${piece.turn.map(significant).join(" ")} 0 0)`;

type Style = Readonly<Record<string, string | number>>;

const styleOf = (piece: SetPiece): Style => ({
  y: rounded(piece.y),
  "font-family": piece.family,
  "font-size": significant(piece.sizePt),
  ...ORDINARY_PAINT,
  ...paintAttributes(piece.paint),
});

/** The paint of text that says nothing of it. */
const ORDINARY_PAINT = { fill: "#000000", "fill-opacity": 1, stroke: "none", "stroke-width": 1, "stroke-opacity": 1 };

/** Returns an element of text whose style is that of its first piece; others say what they have in addition. */
function setText({ words, turn, pieces }: Stretch, links: readonly Link[]): string {
  const [first] = pieces.flat();
  if (first === undefined) {
    return "";
  }
  const shared = styleOf(first);
  let y = shared["y"];
  const parts = words.map((word, index) => {
    const spans = (pieces[index] ?? []).map((piece) => {
      const { y: own, ...style } = styleOf(piece);
      const other = Object.entries(style).filter(([name, value]) => shared[name] !== value);
      const place = { x: piece.x.map(rounded).join(" "), y: own === y ? undefined : own };
      y = own;
      const direction = isOrdered(piece) ? {} : { direction: "ltr", "unicode-bidi": "bidi-override" };
      const text = escapeHtml(cleanText(piece.text));
      return `<tspan${attributes({ ...place, ...direction, ...Object.fromEntries(other) })}>${text}</tspan>`;
    });
    const href = hrefOf(word, links);
    const html = spans.join("");
    const linked = href === undefined ? html : `<a${attributes({ href, rel: "noopener noreferrer" })}>${html}</a>`;
    return index === 0 || word.isJoined === true ? linked : ` ${linked}`;
  });
  const own = Object.entries(shared).filter(([name, value]) => value !== (ORDINARY_PAINT as Style)[name]);
  return `<text${attributes({ transform: turn === "" ? undefined : turn, ...Object.fromEntries(own) })}>${parts.join("")}</text>`;
}

/** Scripts that are read from the left and are not shaped: their characters stay where they are put. */
const ORDERED =
  /^[\u0020-\u058f\u1e00-\u2027\u2030-\u2065\u2070-\u2fff\u3000-\u9fff\uac00-\ud7ff\ue000-\ufaff\uff00-\uffef]*$/;
const isOrdered = ({ text }: SetPiece): boolean => ORDERED.test(text);
