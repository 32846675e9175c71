import { certificate } from "./certificate.ts";
import { deliveryNote } from "./delivery-note.ts";
import { invoiceStandard } from "./invoice-standard.ts";
import { labelSheet } from "./label-sheet.ts";
import { letter } from "./letter.ts";
import { orderConfirmation } from "./order-confirmation.ts";
import { quote } from "./quote.ts";
import { receiptMinimal } from "./receipt-minimal.ts";
import { reminder } from "./reminder.ts";
import { reportCover } from "./report-cover.ts";
import type { Starter } from "./starter.ts";
import { statement } from "./statement.ts";
import { timesheet } from "./timesheet.ts";

export type { Starter } from "./starter.ts";

/** The starter templates, in the order of their slugs; the designs are our own. */
export const starters: readonly Starter[] = [
  certificate,
  deliveryNote,
  invoiceStandard,
  labelSheet,
  letter,
  orderConfirmation,
  quote,
  receiptMinimal,
  reminder,
  reportCover,
  statement,
  timesheet,
];
