import { imagePageMethods } from "../image-pages/worker/methods.ts";
import { serveTasks } from "../pool/worker-host.ts";
import { tesseractSettings } from "../tesseract/library/find-tesseract.ts";
import { loadTextEngine } from "../tesseract/library/load.ts";
import { warmUpDecoders } from "../tesseract/worker/image-file.ts";
import { createTesseractMethods } from "../tesseract/worker/methods.ts";

/**
 * Makes this process a worker of the class `ocr`. Tesseract and the decoders are loaded here: a worker gives up its
 * rights before its first image. Language data is read on demand, which is still permitted then. `settings` is JSON.
 */
export async function serveOcrTasks(settings = "{}"): Promise<void> {
  const engine = await loadTextEngine(tesseractSettings.parse(JSON.parse(settings)));
  await serveTasks({ ...createTesseractMethods(engine), ...imagePageMethods }, { prepare: warmUpDecoders });
}
