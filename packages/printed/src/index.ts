export { type Finished, type FinishOptions, finishPrinted } from "./finish.ts";
export type {
  Accessibility,
  AccessibilityPart,
  Conformance,
  Obstacle,
  PrintedHeading,
  PrintedInformation,
} from "./options.ts";
