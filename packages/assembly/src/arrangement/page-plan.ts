import { intersection, type Matrix, mappedRectangle, type PageShape, type Rectangle, visiblePage } from "@quire/cos";
import {
  type Binding,
  type Crop,
  type Direction,
  type PaperSize,
  ROTATIONS,
  type Rotation,
  type Scaling,
  type Size,
} from "./options.ts";
import { boxOf, likePage, shown, turnedPaper, upright, withinMargins } from "./paper.ts";
import { clipped, fitted, inUserSpace, placed } from "./placing.ts";
import { type PlannedPage, type Sheet, UnfitStep } from "./planned-page.ts";
import { type GridOptions, sheetGrid } from "./sheet-grid.ts";

/**
 * The pages of a document that is made of another one's by steps. Each step works on the pages that the one before left;
 * indices count from 0. Nothing is made before `writeArranged`: steps are arithmetic of boxes.
 */
export class PagePlan {
  #pages: readonly PlannedPage[];

  /** Begins with all pages of a document. */
  constructor(pages: readonly PageShape[]) {
    this.#pages = pages.map(({ cropBox, rotate, userUnit }, pageIndex) => ({
      kind: "own",
      pageIndex,
      cropBox,
      rotate,
      userUnit,
      boxes: "kept",
    }));
  }

  get pages(): readonly PlannedPage[] {
    return this.#pages;
  }

  /** The number of pages that are shown, each counted as often as it is; an empty page counts as one. */
  get shownPages(): number {
    return this.#pages.reduce(
      (sum, page) => sum + (page.kind === "sheet" ? Math.max(page.placements.length, 1) : 1),
      0,
    );
  }

  /** Turns pages clockwise by `degrees`; `isAbsolute`: sets their rotation, whatever it was. */
  rotate(indices: readonly number[], degrees: Rotation, isAbsolute: boolean): void {
    this.#change(indices, (page) => ({
      ...page,
      rotate: ROTATIONS[(((isAbsolute ? 0 : page.rotate) + degrees) / 90) % 4] ?? 0,
    }));
  }

  /** Keeps the pages at `indices`, in that order. */
  take(indices: readonly number[]): void {
    this.#pages = indices.flatMap((index) => this.#pages[index] ?? []);
  }

  /** Inserts `count` empty pages after each of the first `places` pages; after 0 pages is before the first. */
  insertBlank(places: readonly number[], count: number, size: PaperSize): void {
    const chosen = new Set(places);
    const blanks = (place: number): PlannedPage[] => {
      const beside = this.#pages[Math.max(place - 1, 0)];
      const like = size === "page" && beside !== undefined ? likePage(visiblePage(beside)) : size;
      const sheet = sheetOf(like === "page" ? A4 : like, []);
      return Array.from({ length: chosen.has(place) ? count : 0 }, () => sheet);
    };
    this.#pages = [...blanks(0), ...this.#pages.flatMap((page, index) => [page, ...blanks(index + 1)])];
  }

  /** Adds `times` copies of each of the pages after it. */
  duplicate(indices: readonly number[], times: number): void {
    const chosen = new Set(indices);
    this.#pages = this.#pages.flatMap((page, index) =>
      Array.from({ length: chosen.has(index) ? times + 1 : 1 }, () => page),
    );
  }

  /**
   * Shows a part of pages only. What is beyond it stays in the document.
   * @throws UnfitStep when nothing is left of a page
   */
  crop(indices: readonly number[], crop: Crop): void {
    this.#change(indices, (page, index) => {
      const cropBox = intersection(inUserSpace(visiblePage(page), croppedPart(page, crop, index)), page.cropBox);
      if (cropBox === undefined) {
        throw new UnfitStep("margins" in crop ? "margins" : "box", `nothing is left of page ${index + 1}`);
      }
      return page.kind === "own" && page.boxes === "kept"
        ? { ...page, cropBox, boxes: "cropped" }
        : { ...page, cropBox };
    });
  }

  /**
   * Puts each of the pages on paper of a size.
   * @throws UnfitStep when the margins leave nothing of the paper
   */
  scale(indices: readonly number[], { size, fit, orientation, margins }: Scaling): void {
    this.#change(indices, (page, index) => {
      const seen = visiblePage(page);
      const paper = turnedPaper(size, orientation, seen);
      const area = withinMargins(paper, margins, { member: "margins", what: `the paper of page ${index + 1}` });
      const matrix = fitted(seen, area, fit);
      return isIdentity(matrix) && isSameSize(paper, seen)
        ? page
        : sheetOf(paper, [placed(page, matrix, fit === "cover" ? area : undefined)]);
    });
  }

  /**
   * Puts several pages on each sheet.
   * @throws UnfitStep when margin and gap leave no room for them
   */
  nUp({ size, hasBorder, ...options }: Omit<GridOptions, "paper"> & { size: PaperSize; hasBorder: boolean }): void {
    const [first] = this.#pages;
    if (first === undefined) {
      return;
    }
    const { sheet, cells } = sheetGrid(visiblePage(first), { ...options, paper: this.#paper(size) });
    this.#pages = piecesOf(this.#pages, cells.length).map((pages) =>
      sheetOf(
        sheet,
        pages.map((page, index) => inCell(page, cells[index], hasBorder)),
      ),
    );
  }

  /**
   * Puts two pages on each side of sheets that are folded in the middle and put into each other. The pages are made a
   * multiple of four by empty ones at the end.
   */
  booklet(size: PaperSize, binding: Binding): void {
    const { widthPt: shorter, heightPt: longer } = upright(this.#paper(size));
    const sheet = { widthPt: longer, heightPt: shorter };
    const { length } = this.#pages;
    const padded = Math.ceil(length / 4) * 4;
    const halves = [
      { left: 0, bottom: 0, right: longer / 2, top: shorter },
      { left: longer / 2, bottom: 0, right: longer, top: shorter },
    ];
    this.#pages = Array.from({ length: padded / 2 }, (_, side) => {
      const outer = this.#pages[padded - 1 - side];
      const inner = this.#pages[side];
      // On the front of a sheet the later page is on the left when the book opens to the left; on the back it is reversed.
      const isLaterFirst = (side % 2 === 0) === (binding === "left");
      const pair = isLaterFirst ? [outer, inner] : [inner, outer];
      return sheetOf(
        sheet,
        pair.flatMap((page, index) => (page === undefined ? [] : [inCell(page, halves[index], false)])),
      );
    });
  }

  /** Cuts each of the pages that is wider than it is high into its two halves. */
  splitSpreads(indices: readonly number[], direction: Direction): void {
    const chosen = new Set(indices);
    this.#pages = this.#pages.flatMap((page, index) => {
      const seen = visiblePage(page);
      if (!chosen.has(index) || seen.widthPt <= seen.heightPt) {
        return [page];
      }
      const { widthPt, heightPt } = seen;
      const left = { left: 0, bottom: 0, right: widthPt / 2, top: heightPt };
      const right = { left: widthPt / 2, bottom: 0, right: widthPt, top: heightPt };
      const halves = direction === "left_to_right" ? [left, right] : [right, left];
      return halves.map((half) => cutTo(page, inUserSpace(seen, half)));
    });
  }

  #change(indices: readonly number[], changed: (page: PlannedPage, index: number) => PlannedPage): void {
    const chosen = new Set(indices);
    this.#pages = this.#pages.map((page, index) => (chosen.has(index) ? changed(page, index) : page));
  }

  #paper(size: PaperSize): Size {
    const [first] = this.#pages;
    return size !== "page" ? size : first === undefined ? A4 : likePage(visiblePage(first));
  }
}

const A4: Size = { widthPt: (210 / 25.4) * 72, heightPt: (297 / 25.4) * 72 };

/** Returns the part that a crop leaves of a page, as the page is seen. */
function croppedPart(page: PlannedPage, crop: Crop, index: number): Rectangle {
  const { widthPt, heightPt } = visiblePage(page);
  if ("margins" in crop) {
    return withinMargins({ widthPt, heightPt }, crop.margins, { member: "margins", what: `page ${index + 1}` });
  }
  const { leftPt, topPt, ...box } = crop.box;
  if (leftPt >= widthPt || topPt >= heightPt) {
    const size = `${shown(widthPt)} by ${shown(heightPt)} points`;
    throw new UnfitStep(
      "box",
      `the box is beyond page ${index + 1}, which is ${size}: left must be less than its width, top less than its height`,
    );
  }
  return {
    left: leftPt,
    bottom: heightPt - topPt - box.heightPt,
    right: leftPt + box.widthPt,
    top: heightPt - topPt,
  };
}

type Shown = Pick<Sheet, "placements" | "frames">;

function sheetOf(size: Size, shownOnIt: readonly Shown[]): Sheet {
  const mediaBox = boxOf(size);
  return {
    kind: "sheet",
    mediaBox,
    cropBox: mediaBox,
    rotate: 0,
    userUnit: 1,
    placements: shownOnIt.flatMap(({ placements }) => placements),
    frames: shownOnIt.flatMap(({ frames }) => frames),
  };
}

function inCell(page: PlannedPage, cell: Rectangle | undefined, hasBorder: boolean): Shown {
  if (cell === undefined) {
    return { placements: [], frames: [] };
  }
  const seen = visiblePage(page);
  const matrix = fitted(seen, cell, "contain");
  const shownInIt = placed(page, matrix);
  const border = hasBorder ? [mappedRectangle(matrix, boxOf(seen))] : [];
  return { placements: shownInIt.placements, frames: [...shownInIt.frames, ...border] };
}

function cutTo(page: PlannedPage, cropBox: Rectangle): PlannedPage {
  return page.kind === "own"
    ? { ...page, cropBox, boxes: "cut" }
    : { ...page, cropBox, mediaBox: cropBox, placements: clipped(page.placements, cropBox) };
}

const piecesOf = <Item>(items: readonly Item[], length: number): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );

/** The tolerance of sizes, in points: nobody sees a hundredth of one. */
const TOLERANCE_PT = 0.01;

const isSameSize = (one: Size, other: Size): boolean =>
  Math.abs(one.widthPt - other.widthPt) < TOLERANCE_PT && Math.abs(one.heightPt - other.heightPt) < TOLERANCE_PT;

function isIdentity([a, b, c, d, e, f]: Matrix): boolean {
  return (
    Math.abs(a - 1) < 1e-4 &&
    Math.abs(d - 1) < 1e-4 &&
    b === 0 &&
    c === 0 &&
    Math.abs(e) < TOLERANCE_PT &&
    Math.abs(f) < TOLERANCE_PT
  );
}
