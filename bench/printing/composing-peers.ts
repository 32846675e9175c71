import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Composed, composeMarkdown, composeReport, composeText } from "@quire/documents";
import { startBareChromium } from "../../test/egress/bare-chromium.ts";
import { startDriver } from "../measuring/driver-processes.ts";
import { costOf } from "../measuring/process-cost.ts";
import { markdownOfTenPages, orders, plainText } from "./composing-documents.ts";
import type { PdfmakeCost, PdfmakeTask } from "./pdfmake-driver.ts";

/*
 * The cost at which other programs make the same content into PDF. pdfmake is a library without HTML: it makes text and
 * tables, without tags, in a process that stays. WeasyPrint is given the HTML that ours is printed from, in a process
 * for each document; Chromium by itself prints it in a page that stays.
 */

const WEASYPRINT = "/usr/bin/weasyprint";

export interface Peers extends AsyncDisposable {
  /** Makes one document and returns its CPU time in milliseconds. */
  pdfmake(task: PdfmakeTask): Promise<number>;
  /** Prints one document, with tags and outline, and returns the time that passed in milliseconds. */
  chromium(html: PeerDocument): Promise<number>;
  /** Makes one document and returns its CPU time in milliseconds; undefined where the program is not installed. */
  readonly weasyprint?: (html: PeerDocument) => Promise<number>;
}

export type PeerDocument = "text" | "markdown" | "report";

export async function startPeers(): Promise<Peers> {
  const driver = startDriver<PdfmakeTask, PdfmakeCost>(new URL("pdfmake-driver.ts", import.meta.url));
  const directory = await mkdtemp(join(tmpdir(), "quire-bench-peers-"));
  const html = await documents();
  const browser = await startBareChromium();
  const page = await browser.openPage();
  const peers: Peers = {
    pdfmake: async (task) => (await driver.run(task)).cpuMs,
    async chromium(name) {
      const startedMs = performance.now();
      await page.call("Page.setDocumentContent", { frameId: page.frameId, html: html[name] });
      await page.call("Page.printToPDF", {
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      });
      return performance.now() - startedMs;
    },
    async [Symbol.asyncDispose]() {
      driver[Symbol.dispose]();
      await browser[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
  if (!existsSync(WEASYPRINT)) {
    return peers;
  }
  const files = new Map<PeerDocument, string>();
  for (const [name, text] of Object.entries(html) as [PeerDocument, string][]) {
    files.set(name, join(directory, `${name}.html`));
    await writeFile(join(directory, `${name}.html`), text);
  }
  return {
    ...peers,
    weasyprint: async (name) => {
      const parameters = ["--quiet", files.get(name) ?? "", join(directory, "weasyprint.pdf")];
      return (await costOf(WEASYPRINT, parameters)).cpuSeconds * 1000;
    },
  };
}

async function documents(): Promise<Record<PeerDocument, string>> {
  const text = composeText(plainText(2400), {
    fontFamily: "sans",
    fontSizePt: 11,
    color: "#000000",
    lineHeight: 1.4,
    alignment: "left",
    tabSize: 4,
  });
  const markdown = await composeMarkdown(markdownOfTenPages(), {
    theme: "github",
    codeTheme: undefined,
    hasContents: false,
    readsMath: true,
    drawsDiagrams: false,
    readsFrontMatter: true,
  });
  const report = composeReport(JSON.stringify(orders(200)), {
    titleFontSizePt: 20,
    fontSizePt: 10,
    headerFontSizePt: 12,
    tableStyle: "default",
    headerColor: "navy",
    borderColor: "#e0e0e0",
    colorsStatus: true,
    maxNestingDepth: 2,
    charts: "none",
    columns: [],
    textWidthPt: 451,
    textHeightPt: 698,
  });
  return { text: htmlOf(text), markdown: htmlOf(markdown), report: htmlOf(report) };
}

const htmlOf = ({ sections }: Composed): string => [...sections].join("");
