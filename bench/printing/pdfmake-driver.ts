/* Makes PDF with pdfmake, one document for each message, in a process that stays as the service's engines do. */
import pdfmake from "pdfmake";
import { orders, plainText } from "./composing-documents.ts";

/** A document to make: a table of `rows` orders, or a text of `characters`. */
export type PdfmakeTask = { readonly rows: number } | { readonly characters: number };

export interface PdfmakeCost {
  readonly cpuMs: number;
  readonly bytes: number;
}

// pdfmake includes the metrics of Helvetica; a font file would cost it more.
pdfmake.setFonts({
  Helvetica: { normal: "Helvetica", bold: "Helvetica-Bold", italics: "Helvetica", bolditalics: "Helvetica" },
});

process.on("message", (task: PdfmakeTask) => {
  void run(task).then((cost) => process.send?.(cost));
});

async function run(task: PdfmakeTask): Promise<PdfmakeCost> {
  const before = process.cpuUsage();
  const document = pdfmake.createPdf({
    pageSize: "A4",
    defaultStyle: { font: "Helvetica", fontSize: 10 },
    content: "rows" in task ? [tableOf(task.rows)] : plainText(task.characters).split("\n\n"),
  });
  const { length } = await document.getBuffer();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, bytes: length };
}

function tableOf(count: number): object {
  const rows = orders(count);
  const names = Object.keys(rows[0] ?? {});
  const body = rows.map((row) => Object.values(row).map(String));
  return { table: { headerRows: 1, widths: names.map(() => "auto"), body: [names, ...body] } };
}
