import type { Box } from "../content.ts";
import type { FlowLine } from "../flow/flow.ts";
import { holdsMiddle } from "../geometry/boxes.ts";
import type { Word } from "../words.ts";
import { bulletSign, DASH } from "./bullet-signs.ts";

/** A marker that begins an item of a list. */
export interface Marker {
  /** The label as it is printed; empty for a bullet that is drawn. */
  readonly label: string;
  readonly kind: "bullet" | "number" | "letter" | "roman" | "capital";
  /** The value of the label: 1 for 1, a, i and A; 0 for bullets. */
  readonly value: number;
  /**
   * The signs that enclose the label, such as `.` or `()`, with the numbers of items around it; items of one list have
   * the same.
   */
  readonly form: string;
  /** Whether a bullet is a sign that begins other lines too, such as a dash. */
  readonly isWeak?: boolean;
  /** The number of words of the line that the marker takes. */
  readonly words: number;
  /**
   * The start of the marker, in points; `textX` is that of the text after it. Both are negative for text that is read
   * from the right.
   */
  readonly x: number;
  readonly textX: number;
}

const ENCLOSED = /^(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivxl]{1,6}|[IVXL]{1,6})([.)\u3001\uFF0E\uFF09])$/u;

/** The number of an item within an item, such as 2.1 or 1.2.3: all but the last are those of the items around it. */
const COMPOUND = /^((?:\d{1,2}\.){1,4})(\d{1,2})([.)]?)$/u;
/** A number or letter as it stands on a bullet that is drawn. */
const ON_BULLET = /^(?:\d{1,2}|[a-zA-Z])$/u;

/** Returns the marker of a line; undefined where the line begins like text. */
export function markerOf({ line, bullet }: FlowLine): Marker | undefined {
  const [first, second] = line.words;
  if (first === undefined) {
    return undefined;
  }
  const isRight = first.xMin > (line.xMin + line.xMax) / 2 && line.words.length > 1;
  const startOf = (word: Box): number => (isRight ? -word.xMax : word.xMin);
  if (bullet !== undefined && !holdsMiddle(bullet.box, first)) {
    const form = bullet.isRule ? "rule" : "drawn";
    return { label: "", ...BULLET, form, words: 0, x: startOf(bullet.box), textX: startOf(first) };
  }
  if (second === undefined) {
    return undefined;
  }
  const place = { words: 1, x: startOf(bullet?.box ?? first), textX: startOf(second) };
  if (bullet !== undefined) {
    const numbered = enclosed(`${first.text}.`);
    return numbered === undefined ? undefined : { label: first.text, ...numbered, ...place, form: "drawn" };
  }
  const sign = bulletSign(first, second);
  if (second.isJoined === true && sign !== "strong") {
    return undefined;
  }
  if (sign !== undefined && !(DASH.test(first.text) && isRight)) {
    return { label: first.text, ...BULLET, form: first.text, isWeak: sign === "weak", ...place };
  }
  const numbered = enclosed(first.text) ?? compound(first.text);
  return numbered === undefined ? undefined : { label: first.text, ...numbered, ...place };
}

const BULLET = { kind: "bullet", value: 0 } as const;

/** Returns whether a word may be the number on a bullet that is drawn. */
export const mayStandOnBullet = ({ text }: Word): boolean => ON_BULLET.test(text);

function compound(text: string): Pick<Marker, "kind" | "value" | "form"> | undefined {
  const [, before = "", last = "", after = ""] = COMPOUND.exec(text) ?? [];
  return last === "" ? undefined : { kind: "number", value: Number(last), form: `${before}#${after}` };
}

function enclosed(text: string): Pick<Marker, "kind" | "value" | "form"> | undefined {
  const [, before = "", core = "", after = ""] = ENCLOSED.exec(text) ?? [];
  if (core === "") {
    return undefined;
  }
  const form = before + after;
  if (/^\d/.test(core)) {
    return { kind: "number", value: Number(core), form };
  }
  const roman = romanValue(core.toLowerCase());
  const isLower = core === core.toLowerCase();
  // A single i, v or x may be a letter, which the check of sequences finds out.
  if (roman !== undefined && (core.length > 1 || core.toLowerCase() === "i")) {
    return { kind: "roman", value: roman, form: isLower ? form : `${form}I` };
  }
  return core.length === 1
    ? { kind: isLower ? "letter" : "capital", value: core.toLowerCase().charCodeAt(0) - 96, form }
    : undefined;
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

function romanValue(text: string): number | undefined {
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const own = ROMAN[text[at] ?? ""];
    const next = ROMAN[text[at + 1] ?? ""] ?? 0;
    if (own === undefined) {
      return undefined;
    }
    value += own < next ? -own : own;
  }
  return value;
}

/** Returns whether `next` continues the list that `marker` belongs to. */
export function isNextOf(marker: Marker, next: Marker): boolean {
  if (marker.form !== next.form) {
    return false;
  }
  if (marker.kind === "bullet" || next.kind === "bullet" || (marker.kind === "number") !== (next.kind === "number")) {
    return marker.kind === "bullet" && next.kind === "bullet";
  }
  const value =
    marker.kind === "letter" && next.kind === "roman"
      ? next.label.replace(/[^a-z]/g, "").charCodeAt(0) - 96
      : next.value;
  return value === marker.value + 1;
}
