export { type DescribeOptions, describeDocument } from "./describe-document.ts";
export * from "./description.ts";
