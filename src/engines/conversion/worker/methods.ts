import { join } from "node:path";
import { convertDocument } from "@quire/pdfa-conversion";
import { withFailures } from "../../cos/worker/open-document.ts";
import { openReadable } from "../../cos/worker/readable-document.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import { metricFont } from "../../fonts/metric-fonts.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { CONVERT } from "../wire.ts";

/** The methods of a worker with @quire/pdfa-conversion. */
export const conversionMethods = served(CONVERT, function* (call) {
  const { file, password, target, attachments, substitutesFonts, maxBytes, timeoutMs } = call.parameters;
  const time = new WorkTime(timeoutMs);
  const reading = { input: onlyInput(call), password, scratchDirectory: call.outputDirectory, timeoutMs };
  const { document } = openReadable(reading);
  const { pages, changes } = withFailures(() => {
    using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
    const substitutes = substitutesFonts ? metricFont : undefined;
    return convertDocument(document, { target, attachments, substitutes }, output, time.bounds());
  });
  const noted = changes.map(({ code, count, details, places }) => ({
    code,
    count,
    details: [...details],
    places: [...places],
  }));
  yield { file, pages, changes: noted };
});
