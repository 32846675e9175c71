import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holderOfDirectory } from "../platform/blobs/process-lock.ts";
import { type Config, type ExaminedSettings, examineSettings } from "../platform/config/config.ts";
import { tesseractChoice } from "../platform/config/tesseract.ts";
import { visionSettings } from "../platform/config/vision.ts";
import { version } from "../version.ts";
import { type DataDirectoryChoice, dataDirectoryFlag } from "./data-directory.ts";
import { databaseCheck } from "./doctor-database.ts";
import { type EngineProbes, engineChecks, type FoundTesseract } from "./doctor-engines.ts";
import { fontCheck } from "./doctor-fonts.ts";
import { coreCheck, dataDirectoryCheck, memoryCheck, nodeCheck } from "./doctor-machine.ts";
import { packageCheck, packagesFile } from "./doctor-packages.ts";
import { portCheck } from "./doctor-port.ts";
import { type Check, reportText, serviceCanRun } from "./doctor-report.ts";
import { s3Check } from "./doctor-s3.ts";
import { settingsCheck } from "./doctor-settings.ts";
import { storeCheck } from "./doctor-store.ts";

/**
 * Runs `quire doctor [--json]`, which reports what this machine offers the service. Returns 0 when the service can run,
 * else 1.
 */
export async function doctor({
  json,
  ...choice
}: DataDirectoryChoice & { readonly json?: boolean } = {}): Promise<number> {
  const checks = await examine(examineSettings(undefined, dataDirectoryFlag(choice)));
  const canRun = serviceCanRun(checks);
  console.log(
    json === true
      ? JSON.stringify({ version, can_run: canRun, checks }, null, 2)
      : reportText(`Quire ${version}`, checks),
  );
  return canRun ? 0 : 1;
}

/** Examines the settings, the machine and the service's engines; settings with a fault count as absent in the rest. */
async function examine(settings: ExaminedSettings): Promise<readonly Check[]> {
  const { config } = settings;
  const { QUIRE_DATA_DIR: directory, QUIRE_HOST: host, QUIRE_PORT: port } = config;
  const holder = holderOfDirectory(directory);
  return [
    nodeCheck(process.versions.node),
    settingsCheck(settings),
    await portCheck({ host, port }, { holder }),
    await dataDirectoryCheck(directory, config.QUIRE_MIN_FREE_DISK_BYTES),
    config.QUIRE_DATABASE_URL === undefined
      ? await storeCheck(directory, holder)
      : await databaseCheck(config.QUIRE_DATABASE_URL, config.QUIRE_DATABASE_CONNECTIONS),
    ...(await s3Check(config)),
    ...(await engineChecks(realEngines(config))),
    await packageCheck(packagesFile),
    fontCheck(config.QUIRE_FONTS_DIR),
    memoryCheck(),
    coreCheck(),
  ];
}

// Each is imported when asked, so that a package which cannot be loaded is a finding and not the end of the doctor.
function realEngines(config: Config): EngineProbes {
  return {
    async pdfiumBuild() {
      const { loadPdfium } = await import("../engines/pdfium/worker/binding/load.ts");
      return (await loadPdfium({ build: config.QUIRE_PDFIUM, libraryPath: config.QUIRE_PDFIUM_LIBRARY })).build;
    },
    qpdfVersion: async () => (await import("../engines/qpdf/worker/library.ts")).qpdfVersion(),
    sharpVersion: async () => (await import("sharp")).default.versions.sharp,
    tesseract: () => probeTesseract(config),
    vision: () => probeVision(config),
    chromium: () => probeChromium(config),
    probeTier: () => probeTier(config),
  };
}

async function probeTesseract(config: Config): Promise<FoundTesseract> {
  const [{ findTesseract }, { loadTextEngine }] = await Promise.all([
    import("../engines/tesseract/library/find-tesseract.ts"),
    import("../engines/tesseract/library/load.ts"),
  ]);
  const { settings, hasOrientation } = findTesseract(tesseractChoice(config));
  const { version: engineVersion, languages } = await loadTextEngine(settings);
  return { build: settings.build, version: engineVersion, languages, hasOrientation };
}

async function probeVision(config: Config) {
  if (config.QUIRE_VISION_PROVIDER === undefined) {
    return undefined;
  }
  const settings = visionSettings(config);
  if ("reason" in settings) {
    throw new Error(settings.reason);
  }
  const { openAsking } = await import("../engines/vision/asking.ts");
  await openAsking(settings, { fetch: globalThis.fetch, now: Date.now });
  const { accurate, fast } = settings.models;
  return { provider: settings.provider, models: [accurate.id, fast.id] };
}

async function probeChromium(config: Config) {
  const [{ createPrinter }, { NAMESPACES_REMEDY, STRICT_REMEDY }] = await Promise.all([
    import("../engines/chromium/printer.ts"),
    import("../engines/chromium/browser/walls.ts"),
  ]);
  await using printer = createPrinter({
    program: config.QUIRE_CHROMIUM,
    pages: 1,
    queueLimit: 1,
    sandbox: config.QUIRE_CHROMIUM_SANDBOX,
    tier: config.QUIRE_CHROMIUM_TIER === "auto" ? undefined : config.QUIRE_CHROMIUM_TIER,
    uid: config.QUIRE_CHROMIUM_UID,
    proxy: undefined,
    memoryBytes: config.QUIRE_CHROMIUM_MEMORY_BYTES,
    log: () => undefined,
  });
  await printer.ready();
  const { state, detail, tier } = printer.state();
  if (tier === "confined") {
    return { state: "degraded" as const, detail, remedy: NAMESPACES_REMEDY };
  }
  const isRefused = state === "unavailable" && config.QUIRE_CHROMIUM_SANDBOX === "strict";
  return { state, detail, ...(isRefused && { remedy: STRICT_REMEDY }) };
}

async function probeTier({ QUIRE_SANDBOX, QUIRE_WORKER_UID_FIRST }: Config) {
  const { chooseSandbox } = await import("../engines/pool/sandbox/probe.ts");
  const { SlotsDirectory } = await import("../engines/pool/slot-directory.ts");
  const directory = await mkdtemp(join(tmpdir(), "quire-doctor-"));
  const slots = await SlotsDirectory.open(join(directory, "slots"), (error) => console.error(error));
  try {
    return await chooseSandbox({
      slots,
      firstWorkerUid: QUIRE_WORKER_UID_FIRST,
      only: QUIRE_SANDBOX === "auto" ? undefined : QUIRE_SANDBOX,
    });
  } finally {
    await slots.close();
    await rm(directory, { recursive: true });
  }
}
