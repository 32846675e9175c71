import type { Bounds, CosDirect, ObjectSource, Ref } from "@quire/cos";
import type { ResourceNames } from "./resource-names.ts";

/** The parts of the document being changed that the writing of page contents needs. */
export interface PageWriting {
  readonly source: ObjectSource;
  readonly bounds: Bounds;
  readonly names: ResourceNames;
  add(value: CosDirect): Ref;
}
