import { join } from "node:path";
import { InstalledFonts } from "@quire/typeset";
import { type Watermark, writeWatermarked } from "@quire/watermark";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import { withFailures } from "../../cos/worker/open-document.ts";
import { openReadable } from "../../cos/worker/readable-document.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import type { Methods } from "../../pool/protocol.ts";
import type { WatermarkText } from "../port.ts";
import { APPLY, applyParameters, MAX_WARNINGS } from "../wire.ts";

/** What a worker does with @quire/watermark. */
export const watermarkMethods: Methods = {
  *[APPLY](call) {
    const { file, password, text, maxBytes, timeoutMs, ...rest } = applyParameters.parse(call.parameters);
    const [input] = call.inputs;
    assert(input !== undefined && call.inputs.length === 1, "a watermark is for one file");
    const time = new WorkTime(timeoutMs);
    const reading = { input, password, scratchDirectory: call.outputDirectory, timeoutMs: time.remainingMs };
    const { document, hasLostProtection } = openReadable(reading);
    if (hasLostProtection) {
      throw new Failure("invalid_pdf", "The document is too damaged for its protection to be kept.");
    }
    const { warnings } = withFailures(() => {
      using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
      return writeWatermarked(document, { ...rest, text: textOf(text), fonts: fonts() }, output, time.bounds());
    });
    yield { file, warnings: warnings.slice(0, MAX_WARNINGS) };
  },
};

function textOf(parts: WatermarkText): Watermark["text"] {
  const textOn = (page: number | string): string =>
    parts.map((part) => (typeof part === "string" ? part : String(page))).join("");
  return parts.every((part) => typeof part === "string") ? textOn("") : textOn;
}

let installed: InstalledFonts | undefined;

/** The machine's fonts, as they are when this process first asks for them. */
function fonts(): InstalledFonts {
  installed ??= InstalledFonts.in();
  return installed;
}
