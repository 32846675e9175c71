import { invoiceStandard } from "./invoice-standard.ts";
import { receiptMinimal } from "./receipt-minimal.ts";
import type { Starter } from "./starter.ts";

export type { Starter } from "./starter.ts";

/** The starter templates, in the order of their slugs; the designs are our own. */
export const starters: readonly Starter[] = [invoiceStandard, receiptMinimal];
