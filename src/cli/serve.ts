import { flushCompileCache } from "node:module";
import { compileModules } from "../engines/compiled-modules.ts";
import { startService } from "../main.ts";
import { readConfig } from "../platform/config/config.ts";
import { version } from "../version.ts";

/** Runs the service until SIGTERM or SIGINT; accepted requests are finished first, a second signal ends it at once. */
export async function serve(): Promise<number> {
  const config = readConfig();
  const service = await startService(config);
  // Now, not at the end: the end may be a kill.
  flushCompileCache();
  compileModules();
  // For people, on standard error: standard output carries the log.
  console.error(`Quire ${version} listens on ${service.address} (docs: ${service.address}/docs)`);
  console.error(`Engine processes: ${service.isolation}`);
  if (service.newApiKey !== undefined) {
    console.error(`API key, shown this once: ${service.newApiKey}`);
  }
  await firstSignal();
  process.once("SIGTERM", () => process.exit(1));
  process.once("SIGINT", () => process.exit(1));
  await service.close();
  return 0;
}

const firstSignal = (): Promise<unknown> =>
  Promise.race(
    (["SIGTERM", "SIGINT"] as const).map((signal) => new Promise((resolve) => process.once(signal, resolve))),
  );
