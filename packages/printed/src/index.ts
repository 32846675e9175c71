export { CONFORMANCES, type Conformance } from "./conformance/conformance.ts";
export { type FinishOptions, finishPrinted } from "./finish.ts";
export type { PrintedInformation } from "./information.ts";
