import type { Emit, Validation } from "../validation.ts";
import type { ActionWalk } from "./actions.ts";

/** The objects that the walks of the document share. */
export interface WalkContext {
  readonly validation: Validation;
  readonly emit: Emit;
  readonly actions: ActionWalk;
}
