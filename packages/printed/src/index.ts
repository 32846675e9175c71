export { type FinishOptions, finishPrinted } from "./finish.ts";
export type { PrintedInformation } from "./information.ts";
