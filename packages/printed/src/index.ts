export { type Finished, type FinishOptions, finishPrinted } from "./finish.ts";
export type { Accessibility, AccessibilityPart, Conformance, Obstacle, PrintedInformation } from "./options.ts";
