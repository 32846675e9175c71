import type { Bounds, CosDocument } from "@quire/cos";
import type { Part, RuleFlavour } from "./flavours.ts";
import type { Place } from "./place.ts";
import type { Report } from "./report.ts";
import type { Subjects } from "./subjects.ts";

/** The validation of one document under one flavour. */
export interface Validation {
  readonly document: CosDocument;
  readonly flavour: RuleFlavour;
  readonly part: Part;
  /**
   * The bounds, which every loop over a document's data must consult (`step`); CosError `too_complex` ends the
   * validation.
   */
  readonly bounds: Bounds;
  /** Returns a value that is made once for a document: a view, the output intent, a parsed packet. */
  shared<Value>(key: (validation: Validation) => Value): Value;
  /** Notes that something could not be checked, and why: the document is then not reported as compliant. */
  inconclusive(reason: string, place?: Place): void;
  /**
   * Validates an embedded file. Returns undefined where it is nested too deep or time is up, and then notes
   * `inconclusive`.
   */
  validateEmbedded(bytes: Uint8Array): Report | undefined;
}

export type Emit = <Kind extends keyof Subjects>(kind: Kind, subject: Subjects[Kind], place: Place) => void;

/**
 * A part of a validation, which finds subjects, listens to them, or both. Each validation makes its own parts, so they
 * may keep state. The order is `walk` of all parts, in the order of the list, then `end` of all. The rules and
 * listeners of all parts see the subjects that any of them emits.
 */
export interface ValidationPart {
  walk?(emit: Emit): void;
  readonly subscribes?: { readonly [Kind in keyof Subjects]?: (subject: Subjects[Kind], place: Place) => void };
  /** Emits the subjects that are known only when everything has been seen. */
  end?(emit: Emit): void;
}
