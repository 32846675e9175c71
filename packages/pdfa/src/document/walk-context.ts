import type { Emit, Validation } from "../validation.ts";
import type { ActionWalk } from "./actions.ts";

/** What the walks of the document have in common. */
export interface WalkContext {
  readonly validation: Validation;
  readonly emit: Emit;
  readonly actions: ActionWalk;
}
