import { join } from "node:path";
import type { InstalledFonts } from "@quire/typeset";
import { type Watermark, writeWatermarked } from "@quire/watermark";
import { Failure } from "../../../kernel/failure.ts";
import { withFailures } from "../../cos/worker/open-document.ts";
import { openReadable } from "../../cos/worker/readable-document.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import type { WatermarkText } from "../port.ts";
import { APPLY, MAX_WARNINGS } from "../wire.ts";

/** Serves what a worker does with @quire/watermark, which sets text in `fonts`. */
export const createWatermarkMethods = (fonts: InstalledFonts) =>
  served(APPLY, function* (call) {
    const { file, password, text, maxBytes, timeoutMs, ...options } = call.parameters;
    const input = onlyInput(call);
    const time = new WorkTime(timeoutMs);
    const reading = { input, password, scratchDirectory: call.outputDirectory, timeoutMs: time.remainingMs };
    const { document, hasLostProtection } = openReadable(reading);
    if (hasLostProtection) {
      throw new Failure("invalid_pdf", "The document is too damaged for its protection to be kept.");
    }
    const { warnings } = withFailures(() => {
      using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
      return writeWatermarked(document, { ...options, text: textOf(text), fonts }, output, time.bounds());
    });
    yield { file, warnings: warnings.slice(0, MAX_WARNINGS) };
  });

function textOf(parts: WatermarkText): Watermark["text"] {
  const textOn = (page: number | string): string =>
    parts.map((part) => (typeof part === "string" ? part : String(page))).join("");
  return parts.every((part) => typeof part === "string") ? textOn("") : textOn;
}
