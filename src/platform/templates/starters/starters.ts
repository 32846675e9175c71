import { invoiceStandard } from "./invoice-standard.ts";
import { receiptMinimal } from "./receipt-minimal.ts";
import type { Starter } from "./starter.ts";

export type { Starter } from "./starter.ts";

/** By slug. Of our own design. */
export const starters: readonly Starter[] = [invoiceStandard, receiptMinimal];
