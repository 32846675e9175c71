import type { State } from "./graphics-state.ts";
import type { OpenMarkedContent } from "./marked-content.ts";

/** What a stream is painted with, besides what it says itself. */
export interface Inherited {
  readonly state: State;
  readonly marked: OpenMarkedContent | undefined;
}
