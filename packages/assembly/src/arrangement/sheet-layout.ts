import {
  type BuiltPage,
  type CosArray,
  type CosValue,
  contentsStream,
  Dict,
  mappedRectangle,
  matrixText,
  Name,
  type Page,
  type Rectangle,
  Ref,
  real,
  rectangleArray,
  rectangleOf,
  resolve,
  Stream,
} from "@quire/cos";
import type { LaidPage, PageLayout } from "../assemble.ts";
import type { Assembly } from "../assembly.ts";
import type { Excerpt, TakenPage } from "../excerpt.ts";
import type { SheetPlace } from "../page-view.ts";
import type { OwnPage, PlannedPage, Sheet } from "./planned-page.ts";
import { isSeenOn, SheetAnnotations } from "./sheet-annotations.ts";

/**
 * Lays pages out as they are planned. A page that occurs again is of a further part: the document opened once more, whose
 * pages are the second, third … occurrences.
 */
export class SheetLayout implements PageLayout {
  readonly #planned: readonly PlannedPage[];
  /** The occurrences of pages, by part and by position in it. */
  readonly #parts: Occurrence[][] = [[]];
  readonly #sheets = new Map<number, BuiltSheet>();
  /** The pages that stay pages, by their place in the new document. */
  readonly #own = new Map<number, TakenPage>();

  constructor(planned: readonly PlannedPage[]) {
    this.#planned = planned;
    const seen = new Map<number, number>();
    const add = (index: number, pageIndex: number, order: number) => {
      const round = seen.get(pageIndex) ?? 0;
      seen.set(pageIndex, round + 1);
      const part = this.#parts[round] ?? [];
      this.#parts[round] = part;
      part.push({ index, pageIndex, order });
    };
    for (const [index, page] of planned.entries()) {
      if (page.kind === "own") {
        add(index, page.pageIndex, 0);
      }
      for (const [order, { pageIndex }] of page.kind === "sheet" ? page.placements.entries() : []) {
        add(index, pageIndex, order);
      }
    }
  }

  /** The indices of the pages that each part has. */
  get parts(): readonly (readonly number[])[] {
    return this.#parts.map((occurrences) => occurrences.map(({ pageIndex }) => pageIndex));
  }

  viewOf(part: number, position: number, page: Page, assembly: Assembly): LaidPage {
    const { index, order } = this.#parts[part]?.[position] ?? { index: 0, order: 0 };
    const planned = this.#planned[index];
    if (planned?.kind !== "sheet") {
      return { index, view: planned?.boxes === "cut" ? { window: planned.cropBox } : undefined };
    }
    const placement = planned.placements[order];
    if (placement === undefined) {
      return { index };
    }
    const { ref, shown } = this.#sheet(index, assembly);
    const form = formOf(page, placement.clip, assembly);
    const place = { ref, form: assembly.add(form), matrix: placement.matrix, isAlone: planned.placements.length === 1 };
    shown[order] = { place, form, page: undefined };
    return { index, view: { window: placement.clip, sheet: place } };
  }

  pages(assembly: Assembly): readonly BuiltPage[] {
    for (const excerpt of assembly.excerpts) {
      excerpt.leaveOutUnseen(isSeenOn);
      for (const page of excerpt.pages) {
        if (page.view?.sheet === undefined) {
          this.#own.set(page.index, page);
        } else {
          for (const one of this.#sheet(page.index, assembly).shown.filter(({ place }) => place === page.view?.sheet)) {
            one.page = { taken: page, excerpt };
          }
        }
      }
    }
    return this.#planned.flatMap((planned, index): BuiltPage[] => {
      if (planned.kind === "sheet") {
        return [this.#sheet(index, assembly)];
      }
      const own = this.#own.get(index);
      if (own === undefined) {
        return [];
      }
      setBoxes(own.dict, planned);
      return [own];
    });
  }

  placeAnnotations(assembly: Assembly): void {
    for (const excerpt of assembly.excerpts) {
      const annotations = new SheetAnnotations(excerpt, assembly);
      for (const page of excerpt.pages) {
        for (const annotation of page.view?.sheet === undefined ? [] : page.annotations) {
          assembly.bounds.step();
          annotations.move(annotation, page);
        }
      }
    }
  }

  finish(assembly: Assembly): void {
    for (const [index, planned] of this.#planned.entries()) {
      assembly.bounds.step();
      if (planned.kind === "sheet") {
        finishSheet(this.#sheet(index, assembly), planned, assembly);
      }
    }
  }

  #sheet(index: number, assembly: Assembly): BuiltSheet {
    const known = this.#sheets.get(index);
    if (known !== undefined) {
      return known;
    }
    const dict = new Dict([["Type", new Name("Page")]]);
    const sheet = { ref: assembly.add(dict), dict, shown: [] };
    this.#sheets.set(index, sheet);
    return sheet;
  }
}

/** A page of the document at one of the places where it is shown. */
interface Occurrence {
  /** The place of the new page. */
  readonly index: number;
  readonly pageIndex: number;
  /** The place among the pages on the sheet. */
  readonly order: number;
}

interface BuiltSheet extends BuiltPage {
  /** What the sheet shows, in the order in which it is drawn. */
  readonly shown: ShownPage[];
}

interface ShownPage {
  readonly place: SheetPlace;
  readonly form: Stream;
  /** The page as it is taken, once all are. */
  page: { readonly taken: TakenPage; readonly excerpt: Excerpt } | undefined;
}

/** Makes a form XObject (ISO 32000-2, 8.10) of a page's content, which shows what is within `clip`. */
function formOf(page: Page, clip: Rectangle, { bounds }: Assembly): Stream {
  const form = contentsStream(page, bounds);
  form.dict.set("Type", new Name("XObject")).set("Subtype", new Name("Form")).set("BBox", rectangleArray(clip));
  return form;
}

function setBoxes(dict: Dict, { boxes, cropBox, rotate }: OwnPage): void {
  if (rotate === 0) {
    dict.delete("Rotate");
  } else {
    dict.set("Rotate", rotate);
  }
  if (boxes !== "kept") {
    dict.set("CropBox", rectangleArray(cropBox));
  }
  if (boxes === "cut") {
    dict.set("MediaBox", rectangleArray(cropBox));
    for (const key of ["BleedBox", "TrimBox", "ArtBox", "Thumb"]) {
      dict.delete(key);
    }
  }
}

/** The entries of a page that its sheet has too when it shows no other (table 31): what is not about its boxes. */
const OF_A_PAGE = ["AA", "Dur", "LastModified", "Metadata", "PieceInfo", "PresSteps", "Trans"];

function finishSheet({ dict, shown }: BuiltSheet, planned: Sheet, assembly: Assembly): void {
  const { cropBox, frames, mediaBox, rotate } = planned;
  dict.set("MediaBox", rectangleArray(mediaBox)).set("CropBox", rectangleArray(cropBox));
  if (rotate !== 0) {
    dict.set("Rotate", rotate);
  }
  const pages = shown.flatMap(({ page }) => page ?? []);
  const dicts = pages.map(({ taken }) => taken.dict);
  for (const [index, { form }] of shown.entries()) {
    const page = dicts[index];
    form.dict.set("Resources", page?.raw("Resources") ?? new Dict());
    setFrom(page, "StructParents", form.dict);
    const group = page?.dict("Group");
    if (group !== undefined) {
      // A page's group is isolated whatever it says (11.4.7); a form's is when it says so.
      form.dict.set("Group", group.copy().set("I", true));
      dict.set("Group", dict.raw("Group") ?? page?.raw("Group") ?? null);
    }
  }
  const xObjects = shown.map(({ place }, index): [string, Ref] => [`P${index + 1}`, place.form]);
  dict.set("Resources", new Dict(xObjects.length > 0 ? [["XObject", new Dict(xObjects)]] : []));
  const content = [
    ...shown.map(({ place }, index) => `q ${matrixText(place.matrix)} cm /P${index + 1} Do Q\n`),
    ...(frames.length > 0 ? [bordersOf(frames)] : []),
  ].join("");
  if (content !== "") {
    dict.set("Contents", assembly.add(new Stream(new Dict(), Buffer.from(content, "latin1"))));
  }
  joinLists(dict, dicts);
  const [alone] = dicts.length === 1 ? dicts : [];
  for (const key of OF_A_PAGE) {
    setFrom(alone, key, dict);
  }
  const tabs = dicts.find((page) => page.has("Tabs"));
  setFrom(dict.has("Annots") ? tabs : undefined, "Tabs", dict);
  if (assembly.catalog.has("Threads")) {
    for (const { taken, excerpt } of pages) {
      moveBeads(taken, excerpt, assembly);
    }
  } else {
    dict.delete("B");
  }
}

/** Gives a sheet the annotations, files and beads of all pages that it shows. */
function joinLists(dict: Dict, pages: readonly Dict[]): void {
  for (const key of ["Annots", "AF", "B"]) {
    const all: CosArray = pages.flatMap((page) => page.array(key) ?? []);
    if (all.length > 0) {
      dict.set(key, all);
    }
  }
}

/** Moves the beads of article threads (12.4.3) to where the sheet shows their page. */
function moveBeads({ dict, view }: TakenPage, excerpt: Excerpt, { bounds }: Assembly): void {
  for (const raw of dict.array("B") ?? []) {
    bounds.step();
    const bead = resolve(raw);
    if (raw instanceof Ref && bead instanceof Dict && view?.sheet !== undefined) {
      const rectangle = rectangleOf(bead.get("R"));
      const copy = bead.copy().set("P", view.sheet.ref);
      if (rectangle !== undefined) {
        copy.set("R", rectangleArray(mappedRectangle(view.sheet.matrix, rectangle)));
      }
      excerpt.change(raw, copy);
    }
  }
}

/** Returns thin borders as an artifact (14.8.2.2), which is not part of what the pages say. */
const bordersOf = (frames: readonly Rectangle[]): string =>
  `/Artifact BMC q 0 G 0.5 w\n${frames
    .map(({ left, bottom, right, top }) => `${[left, bottom, right - left, top - bottom].map(real).join(" ")} re\n`)
    .join("")}S Q EMC\n`;

function setFrom(from: Dict | undefined, key: string, to: Dict): void {
  const value: CosValue | undefined = from?.raw(key);
  if (value !== undefined) {
    to.set(key, value);
  }
}
