import { readAhead as readCMaps } from "@quire/fonts";
import { loadAhead as loadSubsetter } from "@quire/typeset";
import { archiveMethods } from "../archive/worker/methods.ts";
import { assemblyMethods } from "../assembly/worker/methods.ts";
import { conversionMethods } from "../conversion/worker/methods.ts";
import { cosMethods } from "../cos/worker/methods.ts";
import { serviceFonts } from "../fonts/service-fonts.ts";
import { createImageMethods } from "../images/worker/methods.ts";
import { inspectionMethods } from "../inspection/worker/methods.ts";
import { createLayoutMethods } from "../layout/worker/methods.ts";
import { metadataMethods } from "../metadata/worker/methods.ts";
import { pdfaMethods } from "../pdfa/worker/methods.ts";
import { loadPdfium, pdfiumSettings } from "../pdfium/worker/binding/load.ts";
import { createPdfiumMethods } from "../pdfium/worker/methods.ts";
import { warmUp } from "../pdfium/worker/warm-up.ts";
import { serveTasks } from "../pool/worker-host.ts";
import { printedMethods } from "../printed/worker/methods.ts";
import { qpdfLibrary } from "../qpdf/worker/library.ts";
import { qpdfMethods } from "../qpdf/worker/methods.ts";
import { createWatermarkMethods } from "../watermark/worker/methods.ts";

/**
 * Makes this process a worker of the class `pdf`. Everything native is loaded here: a worker gives up its rights before
 * its first document. `settings` is JSON; if absent, all settings have their defaults.
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
      ...conversionMethods,
      ...inspectionMethods,
      ...metadataMethods,
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
      readAhead: () => {
        readCMaps();
        loadSubsetter();
      },
    },
  );
}
