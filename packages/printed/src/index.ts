export { type Finished, type FinishOptions, finishPrinted, finishPrintedInThreads } from "./finish.ts";
export type {
  Accessibility,
  AccessibilityPart,
  Conformance,
  Obstacle,
  PrintedHeading,
  PrintedInformation,
} from "./options.ts";
