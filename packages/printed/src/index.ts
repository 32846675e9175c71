export { type FinishOptions, finishPrinted } from "./finish.ts";
export { CONFORMANCES, type Conformance, type PrintedInformation } from "./options.ts";
