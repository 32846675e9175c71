/** A word or a block with its place on a page; the origin is at the top left. */
export interface Box {
  readonly page: number;
  readonly text: string;
  /** What is said of it: its kind, its confidence. */
  readonly note: string;
  readonly look: "plain" | "doubtful" | "low" | "heading" | "table" | "other";
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Below this confidence a word is marked as doubtful; below the other one as low. */
const DOUBTFUL = 0.85;
const LOW = 0.6;

/** Returns how a word of a confidence looks. */
const lookOf = (confidence: number | undefined): Box["look"] =>
  confidence === undefined || confidence >= DOUBTFUL ? "plain" : confidence >= LOW ? "doubtful" : "low";

/** Returns the words or blocks of a JSON answer that have a place; anything else in the list is passed over. */
export function boxesOf(items: unknown): readonly Box[] {
  return Array.isArray(items) ? items.flatMap((item: unknown) => boxOf(item) ?? []) : [];
}

function boxOf(item: unknown): Box | undefined {
  const { text, bbox, page_number: page, confidence, type, level } = Object(item);
  const { x_min: left, y_min: top, x_max: right, y_max: bottom } = Object(bbox);
  if (![page, left, top, right, bottom].every((value) => typeof value === "number") || typeof text !== "string") {
    return undefined;
  }
  const kind = typeof type === "string" ? (typeof level === "number" ? `${type} ${level}` : type) : undefined;
  const sure = typeof confidence === "number" ? confidence : undefined;
  return {
    page,
    text,
    note: [kind, sure === undefined ? undefined : `confidence ${Math.round(sure * 100)} %`]
      .filter((part) => part !== undefined)
      .join(" · "),
    look:
      kind === undefined
        ? lookOf(sure)
        : type === "heading" || type === "table"
          ? type
          : type === "paragraph"
            ? "plain"
            : "other",
    left,
    top,
    right,
    bottom,
  };
}
