import { flushCompileCache } from "node:module";
import { compileModules } from "../engines/workers/compile-changed.ts";
import { WORK_CLASSES, type WorkClass } from "../kernel/work-class.ts";
import { type Service, startService, startWorker } from "../main.ts";
import { type Config, examineSettings, type FlagSettings, readConfig } from "../platform/config/config.ts";
import { visionSettings } from "../platform/config/vision.ts";
import { version } from "../version.ts";
import { UsageError } from "./command-line.ts";
import { type DataDirectoryChoice, dataDirectoryFlag } from "./data-directory.ts";

/** The settings that `quire serve` takes as flags, as they were written. */
export interface ServeFlags extends DataDirectoryChoice {
  readonly port?: string;
  readonly host?: string;
}

/**
 * Runs the service until SIGTERM or SIGINT; accepted requests are finished first, a second signal ends it at once. A
 * service that can no longer go on with its data says why in one line and ends with 1, for a supervisor to start it.
 */
export async function serve(flags: ServeFlags = {}): Promise<number> {
  return runNode(flags, async (config, warnings) => {
    const service = await startService(config, { warnings });
    const { address } = service;
    return { service, greeting: `Quire ${version} listens on ${address} (docs: ${address}/docs)` };
  });
}

/** The settings that `quire worker` takes as flags, as they were written. */
export interface WorkerFlags extends ServeFlags {
  readonly classes?: string;
}

/** Runs a node that works on jobs alone, until SIGTERM or SIGINT; its jobs are given back then. */
export async function work(flags: WorkerFlags = {}): Promise<number> {
  const classes = classesOf(flags.classes);
  return runNode(flags, async (config, warnings) => {
    const service = await startWorker(config, { warnings, classes });
    const greeting = `Quire ${version} works on jobs (${classes.join(", ")}) and listens on ${service.address} (health, metrics)`;
    return { service, greeting };
  });
}

/**
 * Returns the classes that a list names, separated by commas; absent: all.
 * @throws UsageError
 */
function classesOf(list: string | undefined): readonly WorkClass[] {
  if (list === undefined) {
    return WORK_CLASSES;
  }
  const names = list.split(",").map((name) => name.trim());
  const wrong = names.find((name) => !WORK_CLASSES.some((each) => each === name));
  if (wrong !== undefined) {
    throw new UsageError(
      `--classes takes one or more of ${WORK_CLASSES.join(", ")}, separated by commas; ${JSON.stringify(wrong)} is none of them.`,
    );
  }
  return WORK_CLASSES.filter((each) => names.includes(each));
}

type Start = (
  config: Config,
  warnings: readonly string[],
) => Promise<{ readonly service: Service; readonly greeting: string }>;

/** Starts a node, says how it is, and ends it when it is asked to. */
async function runNode(flags: ServeFlags, start: Start): Promise<number> {
  const given = settingsOf(flags);
  const config = readConfig(undefined, given);
  const { warnings } = examineSettings(undefined, given);
  for (const warning of warnings) {
    console.error(`Warning: ${warning}`);
  }
  const { service, greeting } = await start(config, warnings);
  // This is done now, not at the end: the end may be a kill.
  flushCompileCache();
  compileModules();
  // This is for people, and goes to standard error: standard output carries the log.
  console.error(greeting);
  console.error(`Engine processes: ${service.isolation}`);
  console.error(visionLine(config));
  void service.printing.then((sentence) => {
    console.error(`Printing: ${sentence}`);
    for (const { name, detail } of service.lacking()) {
      console.error(`Not ready: ${name}. ${detail}`);
    }
  });
  for (const notice of service.notices) {
    console.error(`Note: ${notice}`);
  }
  if (service.newApiKey !== undefined) {
    console.error(`API key, shown this once: ${service.newApiKey}`);
  }
  const end = await Promise.race([firstSignal(), service.lost.then((why) => ({ why }))]);
  process.once("SIGTERM", () => process.exit(1));
  process.once("SIGINT", () => process.exit(1));
  if (typeof end === "string") {
    await service.close({ reason: end });
    return 0;
  }
  console.error(`quire: ${end.why}; the service ends, so that it can be started again`);
  setTimeout(() => process.exit(1), MAX_ENDING_MS).unref();
  await service.close({ atOnce: true, reason: end.why });
  return 1;
}

function settingsOf(flags: ServeFlags): FlagSettings {
  return {
    ...(flags.port !== undefined && { QUIRE_PORT: { flag: "--port", value: valueOf("--port", flags.port) } }),
    ...(flags.host !== undefined && { QUIRE_HOST: { flag: "--host", value: valueOf("--host", flags.host) } }),
    ...dataDirectoryFlag(flags),
  };
}

/**
 * Returns the value of `flag`.
 * @throws UsageError when it is empty: an empty setting counts as absent, but a flag is written for its value
 */
function valueOf(flag: string, value: string): string {
  if (value.trim() === "") {
    throw new UsageError(`${flag} needs a value.`);
  }
  return value;
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

const firstSignal = (): Promise<NodeJS.Signals> =>
  Promise.race(
    (["SIGTERM", "SIGINT"] as const).map(
      (signal) => new Promise<NodeJS.Signals>((resolve) => process.once(signal, () => resolve(signal))),
    ),
  );
