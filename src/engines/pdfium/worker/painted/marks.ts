import type { PageFunctions } from "../binding/page-functions.ts";
import type { PageObjects } from "../text/objects.ts";

/*
 * The marked content that objects are in (ISO 32000-2, 14.6).
 */

const MAX_MARKS = 32;

/** Takes the replacement text (14.9.4) away from the text objects of a loaded page. */
export function removeActualText({ raw, scratch }: PageFunctions, { texts }: PageObjects): void {
  const key = Buffer.from("ActualText\0", "latin1");
  for (const handle of texts.keys()) {
    const count = Math.min(MAX_MARKS, raw.FPDFPageObj_CountMarks(handle));
    for (let index = 0; index < count; index++) {
      scratch.bytes.set(key);
      raw.FPDFPageObjMark_RemoveParam(handle, raw.FPDFPageObj_GetMark(handle, index), scratch.address);
    }
  }
}

/** Returns whether an object is in marked content with that tag, in ASCII. */
export function hasMark({ raw, scratch }: PageFunctions, handle: number, tag: string): boolean {
  const wanted = Buffer.from(`${tag}\0`, "utf16le");
  const count = Math.min(MAX_MARKS, raw.FPDFPageObj_CountMarks(handle));
  for (let index = 0; index < count; index++) {
    // The length comes first; the name is UTF-16.
    const isRead =
      raw.FPDFPageObjMark_GetName(
        raw.FPDFPageObj_GetMark(handle, index),
        scratch.address + 8,
        wanted.length,
        scratch.address,
      ) !== 0;
    if (
      isRead &&
      scratch.integers[0] === wanted.length &&
      wanted.equals(scratch.bytes.subarray(8, 8 + wanted.length))
    ) {
      return true;
    }
  }
  return false;
}
