import { flushCompileCache } from "node:module";
import { compileModules } from "../engines/workers/compiled-modules.ts";
import { startService } from "../main.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { visionSettings } from "../platform/config/vision.ts";
import { version } from "../version.ts";

/**
 * Runs the service until SIGTERM or SIGINT; accepted requests are finished first, a second signal ends it at once. A
 * service that can no longer go on with its data says why in one line and ends with 1, for a supervisor to start it.
 */
export async function serve(): Promise<number> {
  const config = readConfig();
  const service = await startService(config);
  // This is done now, not at the end: the end may be a kill.
  flushCompileCache();
  compileModules();
  // This is for people, and goes to standard error: standard output carries the log.
  console.error(`Quire ${version} listens on ${service.address} (docs: ${service.address}/docs)`);
  console.error(`Engine processes: ${service.isolation}`);
  console.error(visionLine(config));
  void service.printing.then((sentence) => console.error(`Printing: ${sentence}`));
  if (service.newApiKey !== undefined) {
    console.error(`API key, shown this once: ${service.newApiKey}`);
  }
  const lost = await Promise.race([firstSignal().then(() => undefined), service.lost]);
  process.once("SIGTERM", () => process.exit(1));
  process.once("SIGINT", () => process.exit(1));
  if (lost === undefined) {
    await service.close();
    return 0;
  }
  console.error(`quire: ${lost}; the service ends, so that it can be started again`);
  setTimeout(() => process.exit(1), MAX_ENDING_MS).unref();
  await service.close({ atOnce: true });
  return 1;
}

/** The time for ending a service that has lost its data: what it still writes is lost, and may not come to an end. */
const MAX_ENDING_MS = 5000;

/** Returns a line that says whether pages leave the machine, and how they can. */
function visionLine(config: Config): string {
  const vision = visionSettings(config);
  return "reason" in vision
    ? `Vision OCR is off. ${vision.reason} See docs/vision.md.`
    : `Vision OCR: pages that are sent to it go to ${vision.baseUrl?.host ?? vision.provider}.`;
}

const firstSignal = (): Promise<unknown> =>
  Promise.race(
    (["SIGTERM", "SIGINT"] as const).map((signal) => new Promise((resolve) => process.once(signal, resolve))),
  );
