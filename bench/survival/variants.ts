/*
 * The things that the three documents have in common and those in which they differ. Names, titles, numbers and places
 * are the same in all of them; what they stand for is not.
 */

export const PAGES = 4;
export const PAGE_HEIGHT = 700;
/** The names of the destinations that every document has. */
export const DESTINATION_NAMES = ["start", "terms", "deep", "results"] as const;
export type DestinationName = (typeof DESTINATION_NAMES)[number];

export interface Variant {
  readonly key: "A" | "B" | "C";
  /** The width of the first page; each further page is wider by 1, so that no two pages of all documents are alike. */
  readonly widthPt: number;
  /** The index of the page that each name leads to. */
  readonly targets: Readonly<Record<DestinationName, number>>;
  /**
   * Whether names are objects of a dictionary of the catalog (ISO 32000-2, 12.3.2.4) rather than strings of a name
   * tree.
   */
  readonly hasOldDestinations: boolean;
  /** The first /Nums of the page labels, and what they say about each page: style, prefix, number. */
  readonly labels: { readonly nums: string; readonly pages: readonly string[] };
  readonly font: string;
  /**
   * The size in the default appearance that fields inherit from the form; undefined when each field has its own
   * appearance.
   */
  readonly inheritedSize: number | undefined;
  readonly values: { readonly colour: string; readonly agree: string; readonly size: string };
  /** The standard role of /Para, and what the class /Wide says. */
  readonly role: string;
  readonly spaceBefore: number;
  readonly layers: {
    readonly configuration: (notes: string, drafts: string) => string;
    readonly notesVisible: boolean;
  };
}

export const VARIANTS: readonly Variant[] = [
  {
    key: "A",
    widthPt: 400,
    targets: { start: 0, terms: 1, deep: 2, results: 3 },
    hasOldDestinations: false,
    labels: { nums: "0 << /S /r >>", pages: ["r--1", "r--2", "r--3", "r--4"] },
    font: "Helvetica",
    inheritedSize: 9,
    values: { colour: "red", agree: "Yes", size: "Small" },
    role: "P",
    spaceBefore: 11,
    layers: { configuration: (_, drafts) => `/OFF [ ${drafts} ]`, notesVisible: true },
  },
  {
    key: "B",
    widthPt: 500,
    targets: { start: 3, terms: 2, deep: 1, results: 0 },
    hasOldDestinations: false,
    labels: { nums: "0 << /S /D /P (B-) /St 5 >>", pages: ["D-B--5", "D-B--6", "D-B--7", "D-B--8"] },
    font: "Times-Roman",
    inheritedSize: 14,
    values: { colour: "green", agree: "Off", size: "Large" },
    role: "H1",
    spaceBefore: 22,
    layers: { configuration: (notes) => `/OFF [ ${notes} ]`, notesVisible: false },
  },
  {
    key: "C",
    widthPt: 600,
    targets: { start: 1, terms: 3, deep: 0, results: 2 },
    hasOldDestinations: true,
    labels: { nums: "0 << /S /A >> 2 << /S /D >>", pages: ["A--1", "A--2", "D--1", "D--2"] },
    font: "Courier",
    inheritedSize: undefined,
    values: { colour: "blue", agree: "On", size: "Small" },
    role: "H3",
    spaceBefore: 33,
    layers: { configuration: (notes) => `/BaseState /OFF /ON [ ${notes} ]`, notesVisible: true },
  },
];
