import { loadPdfium, pdfiumSettings } from "./pdfium/load.ts";
import { createPdfiumMethods } from "./pdfium/methods.ts";
import { warmUp } from "./pdfium/warm-up.ts";
import { serveTasks } from "./pool/worker-host.ts";
import { qpdfLibrary } from "./qpdf/worker/library.ts";
import { qpdfMethods } from "./qpdf/worker/methods.ts";

/*
 * The entry of the `pdf` worker class. Everything native is loaded here: a worker gives up its rights before its first
 * document.
 */

/** The second argument, as JSON; absent: all defaults. */
const settings = pdfiumSettings.parse(JSON.parse(process.argv[3] ?? "{}"));

const binding = await loadPdfium(settings);
await serveTasks(
  { ...createPdfiumMethods(binding), ...qpdfMethods },
  {
    prepare: async () => {
      qpdfLibrary();
      await warmUp(binding);
    },
  },
);
