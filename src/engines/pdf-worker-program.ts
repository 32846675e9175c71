import { archiveMethods } from "./archive/methods.ts";
import { assemblyMethods } from "./assembly/methods.ts";
import { cosMethods } from "./cos/methods.ts";
import { serviceFonts } from "./fonts/service-fonts.ts";
import { createImageMethods } from "./images/methods.ts";
import { createLayoutMethods } from "./layout/methods.ts";
import { pdfaMethods } from "./pdfa/methods.ts";
import { loadPdfium, pdfiumSettings } from "./pdfium/load.ts";
import { createPdfiumMethods } from "./pdfium/methods.ts";
import { warmUp } from "./pdfium/warm-up.ts";
import { serveTasks } from "./pool/worker-host.ts";
import { printedMethods } from "./printed/methods.ts";
import { qpdfLibrary } from "./qpdf/worker/library.ts";
import { qpdfMethods } from "./qpdf/worker/methods.ts";
import { createWatermarkMethods } from "./watermark/methods.ts";

/**
 * Makes this process a worker of the class `pdf`. Everything native is loaded here: a worker gives up its rights before
 * its first document. `settings` is JSON; absent: all defaults.
 */
export async function servePdfTasks(settings = "{}"): Promise<void> {
  const parsed = pdfiumSettings.parse(JSON.parse(settings));
  const binding = await loadPdfium(parsed);
  await serveTasks(
    {
      ...cosMethods,
      ...assemblyMethods,
      ...printedMethods,
      ...pdfaMethods,
      ...archiveMethods,
      ...createImageMethods(binding),
      ...createLayoutMethods(binding),
      ...createPdfiumMethods(binding),
      ...qpdfMethods,
      ...createWatermarkMethods(serviceFonts(parsed.fontFolder)),
    },
    {
      prepare: async () => {
        qpdfLibrary();
        await warmUp(binding);
      },
    },
  );
}
