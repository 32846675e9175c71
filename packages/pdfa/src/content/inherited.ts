import type { State } from "./graphics-state.ts";
import type { OpenMarkedContent } from "./marked-content.ts";

/** The circumstances that a stream inherits from where it is painted. */
export interface Inherited {
  readonly state: State;
  readonly marked: OpenMarkedContent | undefined;
}
