import { execFile } from "node:child_process";
import { access, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Convert } from "./convert-files.ts";

/* Other programs that make PDF/A-2b of PDFs, called as their manuals say. They are Debian's. */

const run = promisify(execFile);

const TIMEOUT_MS = 120_000;
const SRGB = "/usr/share/color/icc/ghostscript/srgb.icc";

/** The prologue that gives Ghostscript the output intent, which PDF/A needs; Ghostscript brings it as a draft to fill in. */
const PROLOGUE = `%!
[/_objdef {icc_PDFA} /type /stream /OBJ pdfmark
[{icc_PDFA} <</N 3>> /PUT pdfmark
[{icc_PDFA} (${SRGB}) (r) file /PUT pdfmark
[/_objdef {OutputIntent_PDFA} /type /dict /OBJ pdfmark
[{OutputIntent_PDFA} <</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile {icc_PDFA} /OutputConditionIdentifier (sRGB)>> /PUT pdfmark
[{Catalog} <</OutputIntents [{OutputIntent_PDFA}]>> /PUT pdfmark
`;

/** The programs by name. What they refuse, or are not done with in time, is not converted. */
export const PEERS: Readonly<Record<string, Convert>> = {
  ghostscript: (input, output) =>
    converting(async (folder) => {
      const prologue = join(folder, "prologue.ps");
      await writeFile(prologue, PROLOGUE);
      const standard = ["-dPDFA=2", "-dPDFACompatibilityPolicy=1", "-sColorConversionStrategy=RGB"];
      const device = ["-sDEVICE=pdfwrite", `-sOutputFile=${output}`, `--permit-file-read=${SRGB}`];
      await run("gs", ["-q", "-dBATCH", "-dNOPAUSE", ...standard, ...device, prologue, input], { timeout: TIMEOUT_MS });
      await access(output);
    }),

  libreoffice: (input, output) =>
    converting(async (folder) => {
      const copy = join(folder, "in.pdf");
      await copyFile(input, copy);
      const filter = 'pdf:draw_pdf_Export:{"SelectPdfVersion":{"type":"long","value":"2"}}';
      const profile = `-env:UserInstallation=file://${join(tmpdir(), "quire-libreoffice-user")}`;
      const job = ["--infilter=draw_pdf_import", "--convert-to", filter, "--outdir", join(folder, "out"), copy];
      await run("soffice", ["--headless", profile, ...job], { timeout: TIMEOUT_MS });
      await copyFile(join(folder, "out", "in.pdf"), output);
    }),
};

async function converting(convert: (folder: string) => Promise<void>): ReturnType<Convert> {
  const folder = await mkdtemp(join(tmpdir(), "quire-peer-"));
  try {
    await convert(folder);
    return { hasOtherFonts: false };
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}
