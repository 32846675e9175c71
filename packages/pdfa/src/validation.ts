import type { Bounds, CosDocument } from "@quire/cos";
import type { Flavour, Part } from "./flavours.ts";
import type { Place } from "./place.ts";
import type { Report } from "./report.ts";
import type { Subjects } from "./subjects.ts";

/** One document under one flavour. */
export interface Validation {
  readonly document: CosDocument;
  readonly flavour: Flavour;
  readonly part: Part;
  /** To be asked in every loop over what a document says (`step`); CosError `too_complex` ends the validation. */
  readonly bounds: Bounds;
  /** What is made once for a document: views, the output intent, a parsed packet. */
  shared<Value>(key: (validation: Validation) => Value): Value;
  /** Notes that something could not be checked, and why: the document is then not said to be compliant. */
  inconclusive(reason: string, place?: Place): void;
  /** Validates an embedded file; undefined where it is nested too deep or time is up (then `inconclusive` is noted). */
  validateEmbedded(bytes: Uint8Array): Report | undefined;
}

export type Emit = <Kind extends keyof Subjects>(kind: Kind, subject: Subjects[Kind], place: Place) => void;

/**
 * Part of a validation: finds subjects, tests them, or both. Made anew for each validation, so it may keep state.
 * Order: `walk` of all parts, in the order of the list; then `end` of all. What one emits, the rules of all parts see, and
 * so do their listeners.
 */
export interface ValidationPart {
  walk?(emit: Emit): void;
  readonly subscribes?: { readonly [Kind in keyof Subjects]?: (subject: Subjects[Kind], place: Place) => void };
  /** When everything has been seen: what can only be said then. */
  end?(emit: Emit): void;
}
