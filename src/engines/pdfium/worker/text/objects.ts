import type { Box } from "@quire/layout";
import type { PageFunctions } from "../binding/page-functions.ts";
import { boxThrough, concatenated, intersection, isUsable, type Matrix } from "./geometry.ts";

/** The FPDF_PAGEOBJ_* numbers. */
export const OBJECT = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

/** The properties that an object of a page inherits from the forms that contain it and from its own marked content. */
export interface Surroundings {
  /** The transformation from the space of the objects to the page as it is seen. */
  readonly matrix: Matrix;
  readonly isForm: boolean;
  /** The part that the page or the form shows. */
  readonly clip: Box;
  readonly isArtifact: boolean;
  readonly markedContentId: number;
}

/** An object of a page or of a form on it. */
export interface PageObject {
  readonly handle: number;
  readonly type: number;
  readonly surroundings: Surroundings;
  /** The object's place in the order of drawing. */
  readonly order: number;
}

/** The objects of a page in the order of drawing, those of forms in place of the forms. */
export class PageObjects {
  readonly objects: PageObject[] = [];
  /** The text objects among them, by their handles. */
  readonly texts = new Map<number, PageObject>();
  readonly #functions: PageFunctions;
  readonly #formContent: number;
  readonly #marks = new Map<number, boolean>();
  readonly #clips = new Map<number, Box>();

  /**
   * Creates an empty list. `formContent` is added to the identifiers of marked content within forms that are in none
   * themselves.
   */
  constructor(functions: PageFunctions, formContent: number) {
    this.#functions = functions;
    this.#formContent = formContent;
  }

  read(page: number, surroundings: Surroundings): void {
    const { raw } = this.#functions;
    const count = raw.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && this.objects.length < MAX_OBJECTS; index++) {
      this.#add(raw.FPDFPage_GetObject(page, index), surroundings, 0);
    }
  }

  /** Returns the clip of an object, with the object's own clip path applied. */
  clipOf({ handle, surroundings }: PageObject): Box {
    return this.#clipOf(handle, surroundings);
  }

  /** Returns the marks of an object, with the marked content that the object itself is in (14.6). */
  marksOf({ handle, surroundings }: PageObject): Pick<Surroundings, "isArtifact" | "markedContentId"> {
    return this.#marksOf(handle, surroundings);
  }

  #add(handle: number, surroundings: Surroundings, depth: number): void {
    if (handle === 0) {
      return;
    }
    const type = this.#functions.raw.FPDFPageObj_GetType(handle);
    if (type === OBJECT.form) {
      this.#addForm(handle, surroundings, depth);
    } else {
      const object = { handle, type, surroundings, order: this.objects.length };
      this.objects.push(object);
      if (type === OBJECT.text) {
        this.texts.set(handle, object);
      }
    }
  }

  #addForm(handle: number, around: Surroundings, depth: number): void {
    const { raw } = this.#functions;
    const own = matrixOf(this.#functions, handle);
    const matrix = own && concatenated(own, around.matrix);
    if (matrix === undefined || !isUsable(matrix) || depth >= MAX_DEPTH) {
      return;
    }
    const surroundings = { matrix, isForm: true, clip: this.#clipOf(handle, around), ...this.#marksOf(handle, around) };
    const count = raw.FPDFFormObj_CountObjects(handle);
    for (let index = 0; index < count && this.objects.length < MAX_OBJECTS; index++) {
      this.#add(raw.FPDFFormObj_GetObject(handle, index), surroundings, depth + 1);
    }
  }

  #marksOf(handle: number, around: Surroundings): Pick<Surroundings, "isArtifact" | "markedContentId"> {
    const { raw } = this.#functions;
    const count = Math.min(MAX_MARKS, raw.FPDFPageObj_CountMarks(handle));
    if (count <= 0) {
      return { markedContentId: around.markedContentId, isArtifact: around.isArtifact };
    }
    const own = raw.FPDFPageObj_GetMarkedContentID(handle);
    // Identifiers within a form that is in marked content as a whole belong to the form, not to the page.
    const ofForm = around.isForm && own >= 0 ? own + this.#formContent : own;
    const markedContentId = around.markedContentId === -1 ? ofForm : around.markedContentId;
    let isArtifact = around.isArtifact;
    for (let index = 0; index < count && !isArtifact; index++) {
      isArtifact = this.#isArtifact(raw.FPDFPageObj_GetMark(handle, index));
    }
    return { markedContentId, isArtifact };
  }

  /** Returns whether a mark is that of an artifact. Objects of the same marked content share its mark. */
  #isArtifact(mark: number): boolean {
    const known = this.#marks.get(mark);
    if (known !== undefined) {
      return known;
    }
    const { raw, scratch } = this.#functions;
    // The length comes first; the name is UTF-16.
    const text = scratch.address + 8;
    const isRead = raw.FPDFPageObjMark_GetName(mark, text, ARTIFACT.length, scratch.address) !== 0;
    const lengthBytes = scratch.integers[0] ?? 0;
    const isArtifact =
      isRead && lengthBytes === ARTIFACT.length && ARTIFACT.equals(scratch.bytes.subarray(8, 8 + ARTIFACT.length));
    this.#marks.set(mark, isArtifact);
    return isArtifact;
  }

  #clipOf(handle: number, { matrix, clip }: Surroundings): Box {
    const { raw } = this.#functions;
    const path = raw.FPDFPageObj_GetClipPath(handle);
    const count = path === 0 ? 0 : raw.FPDFClipPath_CountPaths(path);
    if (count <= 0) {
      return clip;
    }
    // Objects share the paths that clip them: the last one, which identifies the others, is known by its first segment.
    const key = raw.FPDFClipPath_GetPathSegment(path, count - 1, 0);
    const known = this.#clips.get(key);
    if (known !== undefined) {
      return known;
    }
    let result = clip;
    for (let index = Math.max(0, count - MAX_CLIP_PATHS); index < count; index++) {
      const box = boxOfClip(this.#functions, path, index);
      result = box === undefined ? result : intersection(result, boxThrough(matrix, box));
    }
    if (key !== 0) {
      this.#clips.set(key, result);
    }
    return result;
  }
}

// PDFium itself goes at most 32 forms deep.
const MAX_DEPTH = 40;
const MAX_OBJECTS = 2_000_000;
const MAX_MARKS = 32;
const MAX_CLIP_PATHS = 64;
const MAX_CLIP_SEGMENTS = 512;
const ARTIFACT = Buffer.from("Artifact\0", "utf16le");

/**
 * Returns the box of a clip path; undefined for one with more segments than are worth reading, and for an invalid path.
 */
function boxOfClip(functions: PageFunctions, clip: number, index: number): Box | undefined {
  const { raw } = functions;
  const count = raw.FPDFClipPath_CountPathSegments(clip, index);
  if (count < 0 || count > MAX_CLIP_SEGMENTS) {
    return undefined;
  }
  let [xMin, yMin, xMax, yMax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let segment = 0; segment < count; segment++) {
    const { x, y } = pointOf(functions, raw.FPDFClipPath_GetPathSegment(clip, index, segment));
    xMin = Math.min(xMin, x);
    yMin = Math.min(yMin, y);
    xMax = Math.max(xMax, x);
    yMax = Math.max(yMax, y);
  }
  // An empty path lets nothing be seen.
  return count === 0 ? { xMin: 0, yMin: 0, xMax: 0, yMax: 0 } : { xMin, yMin, xMax, yMax };
}

export function pointOf({ raw, scratch }: PageFunctions, segment: number): { x: number; y: number } {
  raw.FPDFPathSegment_GetPoint(segment, scratch.address, scratch.address + 4);
  const { floats } = scratch;
  return { x: floats[0] ?? 0, y: floats[1] ?? 0 };
}

/**
 * Returns the box that an object draws within, in points of the page as it is seen; undefined when PDFium does not
 * return one.
 */
export function boundsOf({ raw, scratch }: PageFunctions, { handle, surroundings }: PageObject): Box | undefined {
  const { address } = scratch;
  if (raw.FPDFPageObj_GetBounds(handle, address, address + 4, address + 8, address + 12) === 0) {
    return undefined;
  }
  const { floats } = scratch;
  const box = { xMin: floats[0] ?? 0, yMin: floats[1] ?? 0, xMax: floats[2] ?? 0, yMax: floats[3] ?? 0 };
  return boxThrough(surroundings.matrix, box);
}

/** Returns the matrix of a text, path, image or form object; undefined when PDFium does not return one. */
export function matrixOf({ raw, scratch }: PageFunctions, object: number): Matrix | undefined {
  if (raw.FPDFPageObj_GetMatrix(object, scratch.address) === 0) {
    return undefined;
  }
  const { floats } = scratch;
  return {
    a: floats[0] ?? 0,
    b: floats[1] ?? 0,
    c: floats[2] ?? 0,
    d: floats[3] ?? 0,
    e: floats[4] ?? 0,
    f: floats[5] ?? 0,
  };
}

export interface Paint {
  /** The colour as 0xRRGGBB. */
  readonly color: number;
  readonly isVisible: boolean;
}

type ColorFunction = "FPDFPageObj_GetFillColor" | "FPDFPageObj_GetStrokeColor";

/** Returns the paint of an object. A pattern counts as black: PDFium does not return what it looks like. */
export function paintOf({ raw, scratch }: PageFunctions, object: number, name: ColorFunction): Paint {
  const { address } = scratch;
  if (raw[name](object, address, address + 4, address + 8, address + 12) === 0) {
    return { color: 0, isVisible: true };
  }
  const { integers } = scratch;
  const color = ((integers[0] ?? 0) << 16) | ((integers[1] ?? 0) << 8) | (integers[2] ?? 0);
  return { color: color & 0xff_ff_ff, isVisible: integers[3] !== 0 };
}
