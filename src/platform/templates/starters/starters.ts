import { certificateStandard } from "./certificate-standard.ts";
import { deliveryNoteStandard } from "./delivery-note-standard.ts";
import { invoiceStandard } from "./invoice-standard.ts";
import { labelSheet3x7 } from "./label-sheet-3x7.ts";
import { letterStandard } from "./letter-standard.ts";
import { orderConfirmationStandard } from "./order-confirmation-standard.ts";
import { quoteStandard } from "./quote-standard.ts";
import { receiptMinimal } from "./receipt-minimal.ts";
import { reminderStandard } from "./reminder-standard.ts";
import { reportCoverStandard } from "./report-cover-standard.ts";
import type { Starter } from "./starter.ts";
import { statementStandard } from "./statement-standard.ts";
import { timesheetStandard } from "./timesheet-standard.ts";

export type { Starter } from "./starter.ts";

/** The starter templates, in the order of their slugs; the designs are our own. */
export const starters: readonly Starter[] = [
  certificateStandard,
  deliveryNoteStandard,
  invoiceStandard,
  labelSheet3x7,
  letterStandard,
  orderConfirmationStandard,
  quoteStandard,
  receiptMinimal,
  reminderStandard,
  reportCoverStandard,
  statementStandard,
  timesheetStandard,
];
