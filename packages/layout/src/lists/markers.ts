import type { FlowLine } from "../flow/flow.ts";

/** What begins an item of a list. */
export interface Marker {
  /** As it stands; empty for one that is drawn. */
  readonly label: string;
  readonly kind: "bullet" | "number" | "letter" | "roman" | "capital";
  /** 1 for 1, a, i, A; 0 for bullets. */
  readonly value: number;
  /** What encloses it, such as `.` or `()`: items of one list have the same. */
  readonly form: string;
  /** Words of the line that it takes. */
  readonly words: number;
  /** Where it begins, and where the text behind it does. */
  readonly x: number;
  readonly textX: number;
}

/** Characters that lists begin their items with; a dash or an asterisk only with a gap behind it. */
const BULLET = /^[•◦▪▫‣⁃●○■□◆◇♦➢➤►▶▸✓✔☑☐❖→·∙⋅*∗–—−‐-]$/u;
const STRONG_BULLET = /^[•◦▪▫‣⁃●○■□◆◇♦➢➤►▶▸✓✔☑☐❖∙]$/u;
const ENCLOSED = /^(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivxl]{1,6}|[IVXL]{1,6})([.)\u3001\uFF0E\uFF09])$/u;

/** The marker of a line; undefined where it begins like text. */
export function markerOf({ line, bullet }: FlowLine): Marker | undefined {
  const [first, second] = line.words;
  if (first === undefined) {
    return undefined;
  }
  const isRight = first.xMin > (line.xMin + line.xMax) / 2 && line.words.length > 1;
  const startOf = (word: { xMin: number; xMax: number }): number => (isRight ? -word.xMax : word.xMin);
  if (bullet !== undefined) {
    const x = isRight ? -bullet.xMax : bullet.xMin;
    return { label: "", kind: "bullet", value: 0, form: "drawn", words: 0, x, textX: startOf(first) };
  }
  const place = { words: 1, x: startOf(first), textX: second === undefined ? startOf(first) : startOf(second) };
  if (second === undefined) {
    return undefined;
  }
  if (second.isJoined === true && !STRONG_BULLET.test(first.text)) {
    return undefined;
  }
  if (BULLET.test(first.text) && !(DASH.test(first.text) && isRight)) {
    return { label: first.text, kind: "bullet", value: 0, form: first.text, ...place };
  }
  const numbered = enclosed(first.text);
  return numbered === undefined ? undefined : { label: first.text, ...numbered, ...place };
}

const DASH = /^[–—−‐-]$/u;

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
  // A single i, v or x may be a letter; the sequence check sees to it.
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

/** Whether `next` continues the list that `marker` is of. */
export function isNextOf(marker: Marker, next: Marker): boolean {
  if (marker.form !== next.form) {
    return false;
  }
  if (marker.kind === "bullet" || next.kind === "bullet") {
    return marker.kind === next.kind;
  }
  const value =
    marker.kind === "letter" && next.kind === "roman"
      ? next.label.replace(/[^a-z]/g, "").charCodeAt(0) - 96
      : next.value;
  return value === marker.value + 1;
}
