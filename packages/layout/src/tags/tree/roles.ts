/* The meaning of standard structure types (ISO 32000-2, 14.8.4) to a reader of the tree. */

export type RoleKind =
  /** Its children stand where it does, each as a separate text. */
  | "group"
  /** The element counts as if it were not there. */
  | "transparent"
  | "paragraph"
  | "heading"
  | "list"
  | "item"
  | "label"
  | "contents"
  | "table"
  | "rows"
  | "row"
  | "cell"
  | "caption"
  | "figure"
  | "quote"
  | "note"
  | "inline"
  /** The element is not part of the text. */
  | "artifact";

const KINDS: Readonly<Record<string, RoleKind>> = {
  NonStruct: "transparent",
  P: "paragraph",
  Title: "heading",
  H: "heading",
  L: "list",
  LI: "item",
  Lbl: "label",
  TOC: "contents",
  TOCI: "item",
  Table: "table",
  THead: "rows",
  TBody: "rows",
  TFoot: "rows",
  TR: "row",
  TH: "cell",
  TD: "cell",
  Caption: "caption",
  Figure: "figure",
  BlockQuote: "quote",
  Note: "note",
  FENote: "note",
  Artifact: "artifact",
  RP: "artifact",
  WP: "artifact",
  ...Object.fromEntries(
    "Span Em Strong Quote Code Sub Link Reference Annot Form Formula Ruby RB RT Warichu WT BibEntry"
      .split(" ")
      .map((role): [string, RoleKind] => [role, "inline"]),
  ),
};

const NUMBERED_HEADING = /^H(\d{1,2})$/;

/**
 * Returns the kind of a structure type. Unknown types are taken for groups: their children are read as if they were not
 * there.
 */
export function kindOfRole(role: string): RoleKind {
  return Object.hasOwn(KINDS, role) ? (KINDS[role] ?? "group") : NUMBERED_HEADING.test(role) ? "heading" : "group";
}

/** Returns the level in a heading's type, from 1; undefined for types without one, such as H and Title. */
export function levelOfRole(role: string): number | undefined {
  const [, level] = NUMBERED_HEADING.exec(role) ?? [];
  return level === undefined ? undefined : Math.max(1, Number(level));
}
