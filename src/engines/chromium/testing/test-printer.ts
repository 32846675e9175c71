import { type DocumentPrinter, documentPrinter } from "../../conformance/documents/printed-documents.ts";
import { findChromium } from "../browser/find-chromium.ts";
import type { BrowserEvent } from "../browser/source.ts";
import { type ChromiumPrinter, createPrinter, type PrinterOptions } from "../printer.ts";

const program = findChromium(process.env.QUIRE_TEST_CHROMIUM);

/** Why tests that print are left out; undefined where they run. */
export const noChromium = program === undefined ? "there is no Chromium here (chromium-headless-shell)" : undefined;

if (noChromium !== undefined) {
  process.stderr.write(`Tests that print are left out: ${noChromium}.\n`);
}

export const TEST_UID = 65_321;

export interface TestPrinter extends DocumentPrinter {
  readonly printer: ChromiumPrinter;
  readonly events: BrowserEvent[];
}

/** Creates a printer of two pages at a time, and a directory for its files. */
export async function testPrinter(options: Partial<PrinterOptions> = {}): Promise<TestPrinter> {
  const events: BrowserEvent[] = [];
  const printer = createPrinter({
    program,
    pages: 2,
    queueLimit: 200,
    sandbox: "auto",
    uid: TEST_UID,
    proxy: undefined,
    memoryBytes: 1.5 * 2 ** 30,
    log: (event) => events.push(event),
    ...options,
  });
  await printer.ready();
  const documents = await documentPrinter(printer);
  return {
    ...documents,
    printer,
    events,
    async [Symbol.asyncDispose]() {
      await printer.close();
      await documents[Symbol.asyncDispose]();
    },
  };
}
