import type { Bounds, CosDirect, ObjectSource, Ref } from "@quire/cos";
import type { ResourceNames } from "./resource-names.ts";

/** What is needed of the document that is being changed. */
export interface PageWriting {
  readonly source: ObjectSource;
  readonly bounds: Bounds;
  readonly names: ResourceNames;
  add(value: CosDirect): Ref;
}
