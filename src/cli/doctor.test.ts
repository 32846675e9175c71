import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fontFilesIn } from "@quire/typeset/fonts";
import { afterAll, expect, test } from "vitest";
import { type EngineProbes, engineChecks } from "./doctor-engines.ts";
import { fontCheck } from "./doctor-fonts.ts";
import { dataDirectoryCheck, nodeCheck } from "./doctor-machine.ts";
import { packageCheck, packagesFile } from "./doctor-packages.ts";
import { type Check, reportText, serviceCanRun } from "./doctor-report.ts";

const directory = await mkdtemp(join(tmpdir(), "quire-doctor-test-"));
afterAll(() => rm(directory, { recursive: true }));

const everything: EngineProbes = {
  pdfiumBuild: () => Promise.resolve("native"),
  qpdfVersion: () => Promise.resolve("11.3.0"),
  sharpVersion: () => Promise.resolve("0.35.5"),
  tesseract: () =>
    Promise.resolve({ build: "native", version: "Tesseract 5.3.0", languages: ["deu", "eng"], hasOrientation: true }),
  vision: () => Promise.resolve({ provider: "anthropic", models: ["claude-sonnet-4-6", "claude-haiku-4-5"] }),
  chromium: () => Promise.resolve({ state: "ready", detail: "Chromium 150.0.0.0; bubblewrap" }),
  probeTier: () => Promise.resolve({ tier: "bubblewrap", sentence: "Engines run in bubblewrap sandboxes." }),
};
const states = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, state }) => [name, state]));

test("with every engine the service can run", async () => {
  const checks = await engineChecks(everything);
  expect(states(checks)).toEqual({
    PDFium: "ready",
    libqpdf: "ready",
    Images: "ready",
    Tesseract: "ready",
    Vision: "ready",
    Chromium: "ready",
    Isolation: "ready",
  });
  expect(reportText("Quire", checks)).toMatch(/The service can run\.$/);
});

test("without a model provider nothing is wrong", async () => {
  const checks = await engineChecks({ ...everything, vision: () => Promise.resolve(undefined) });
  expect(states(checks)).toMatchObject({ Vision: "off" });
  expect(reportText("Quire", checks)).toMatch(/– Vision +no model provider is configured; .*The service can run\.$/s);
});

test("without libqpdf, Tesseract, a model provider, Chromium, native PDFium and bubblewrap the service runs with less, and the report says what to do", async () => {
  const checks = await engineChecks({
    ...everything,
    pdfiumBuild: () => Promise.resolve("wasm"),
    qpdfVersion: () => Promise.reject(new Error("The qpdf library is not installed.")),
    tesseract: () => Promise.reject(new Error("There is no libtesseract.so.5 on this system.")),
    vision: () => Promise.reject(new Error("QUIRE_VISION_API_KEY is missing.")),
    chromium: () => Promise.resolve({ state: "unavailable", detail: "The browser does not start." }),
    probeTier: () => Promise.resolve({ tier: "plain", sentence: "Engines run as the service's user." }),
  });
  expect(states(checks)).toEqual({
    PDFium: "degraded",
    libqpdf: "unavailable",
    Images: "ready",
    Tesseract: "unavailable",
    Vision: "unavailable",
    Chromium: "unavailable",
    Isolation: "degraded",
  });
  expect(serviceCanRun(checks)).toBe(true);
  const report = reportText("Quire", checks);
  expect(report).toContain("✗ libqpdf    The qpdf library is not installed.");
  expect(report).toContain("Install the package qpdf");
  expect(report).toContain("✗ Tesseract  There is no libtesseract.so.5 on this system. Text in images cannot be read.");
  expect(report).toContain("✗ Vision     QUIRE_VISION_API_KEY is missing. Pages cannot be read by a model.");
  expect(report).toContain("docs/vision.md");
  expect(report).toContain("✗ Chromium   The browser does not start. HTML and web pages cannot be printed.");
  expect(report).toContain("Install the package chromium-headless-shell");
  expect(report).toMatch(/with some functions missing\.$/);
});

test("Tesseract without the data for orientation, or as WebAssembly, is not all that it could be", async () => {
  for (const found of [{ hasOrientation: false }, { build: "wasm" as const }]) {
    const tesseract = { ...(await everything.tesseract()), ...found };
    const checks = await engineChecks({ ...everything, tesseract: () => Promise.resolve(tesseract) });
    expect(states(checks)).toMatchObject({ Tesseract: "degraded" });
    expect(reportText("Quire", checks)).toMatch(/Tesseract 5\.3\.0; deu, eng; .*tesseract-ocr-osd/s);
  }
});

test("without any PDFium or any working sandbox the service cannot run", async () => {
  for (const name of ["pdfiumBuild", "probeTier"] as const) {
    const checks = await engineChecks({ ...everything, [name]: () => Promise.reject(new Error("There is none.")) });
    expect(serviceCanRun(checks)).toBe(false);
    expect(reportText("Quire", checks)).toMatch(/The service cannot run: (PDFium|Isolation)\.$/);
  }
});

test("Node counts from 24.11 on", () => {
  const versions = ["18.20.4", "24.9.0", "24.11.0", "24.21.0", "26.1.0"];
  expect(versions.map((version) => nodeCheck(version).state)).toEqual([
    "unavailable",
    "unavailable",
    "ready",
    "ready",
    "ready",
  ]);
});

test("a data directory that can be made is ready and is not made; one beneath a file is not", async () => {
  const check = await dataDirectoryCheck(join(directory, "to", "be", "made"));
  expect(check.state).toBe("ready");
  expect(check.detail).toMatch(/made, \d+\.\d GB free$/);
  expect(await readdir(directory)).toEqual([]);

  const file = join(directory, "file");
  await writeFile(file, "");
  expect(await dataDirectoryCheck(join(file, "data"))).toMatchObject({ state: "unavailable", needed: true });
  expect(await dataDirectoryCheck(file)).toMatchObject({ state: "unavailable", needed: true });
  await rm(file);
});

const hasDpkg = existsSync("/usr/bin/dpkg-query");

test.skipIf(!hasDpkg)("missing Debian packages are named with one command to install them", async () => {
  const list = join(directory, "packages");
  await writeFile(
    list,
    "# A comment.\nservice dpkg  packages\nservice no-such-package  nothing at all\ntest other  x\n",
  );
  const check = await packageCheck(list);
  expect(check).toMatchObject({
    state: "degraded",
    needed: false,
    detail: "missing: no-such-package (nothing at all)",
  });
  expect(check.remedy).toMatch(/^(sudo )?apt-get install --no-install-recommends no-such-package$/);
});

test.skipIf(!hasDpkg)("the packages of the service are judged as dpkg judges them", async () => {
  const { detail, state } = await packageCheck(packagesFile);
  const names = ["qpdf", "bubblewrap", "fonts-noto-core", "fonts-noto-cjk", "tesseract-ocr", "tesseract-ocr-osd"];
  const missing = names.filter((name) => !isInstalled(name));
  expect(state).toBe(missing.length === 0 ? "ready" : "degraded");
  expect(names.filter((name) => detail.includes(name))).toEqual(missing.length === 0 ? names : missing);
});

test("on a system without dpkg nothing is called missing", async () => {
  expect(await packageCheck(packagesFile, () => Promise.resolve("no-dpkg"))).toMatchObject({ state: "ready" });
});

test("without fonts no script is covered, and the report names the packages that have them", () => {
  const check = fontCheck(undefined, [join(directory, "absent.ttf")]);
  expect(check.state).toBe("degraded");
  expect(check.detail).toMatch(/^1 files; 0 of \d+ scripts\. Without a font: Latin, Greek,/);
  expect(check.remedy).toContain("fonts-noto-cjk");
});

test("the operator's folder is counted, and a missing one is a reason not to start", async () => {
  const folder = join(directory, "fonts");
  expect(fontCheck(folder)).toMatchObject({
    needed: true,
    state: "unavailable",
    detail: expect.stringContaining("QUIRE_FONTS_DIR"),
  });
  await mkdir(folder, { mode: 0o755 });
  await chmod(directory, 0o755);
  await writeFile(join(folder, "acme.ttf"), "");
  expect(fontCheck(folder).detail).toMatch(new RegExp(`^\\d+ files, 1 of them in ${folder}; `));
});

const NOTO = "/usr/share/fonts/truetype/noto";

test.skipIf(!existsSync(`${NOTO}/NotoSansThai-Regular.ttf`))(
  "Noto covers what it is made for, and CJK needs its own",
  () => {
    const { detail } = fontCheck(undefined, fontFilesIn([NOTO]));
    for (const script of ["Latin", "Greek", "Cyrillic", "Arabic", "Devanagari", "Thai", "Khmer", "Ethiopic"]) {
      expect(detail.split("Without")[0]).toContain(script);
    }
    expect(detail.split("Without")[1]).toContain("Hangul, Kana, Han (Japanese), Han (simplified), Han (traditional)");
  },
);

test("quire doctor --json prints the findings alone, and ends with 0 where the service can run", () => {
  const fit = runDoctor({ QUIRE_DATA_DIR: directory });
  expect(fit.stderr).toBe("");
  expect(JSON.parse(fit.stdout)).toMatchObject({ can_run: true });
  expect(fit.status).toBe(0);

  const unfit = runDoctor({ QUIRE_DATA_DIR: "/proc/quire" });
  expect(JSON.parse(unfit.stdout)).toMatchObject({ can_run: false });
  expect(unfit.status).toBe(1);
});

test("the doctor names the provider's models, or the setting that is missing or wrong, and not the key", () => {
  expect(visionFinding({})).toMatchObject({ state: "off", detail: expect.stringContaining("docs/vision.md") });
  expect(visionFinding({ QUIRE_VISION_PROVIDER: "google" })).toMatchObject({
    state: "unavailable",
    detail: expect.stringContaining("QUIRE_VISION_API_KEY"),
  });
  for (const provider of ["anthropic", "google"]) {
    const found = visionFinding({ QUIRE_VISION_PROVIDER: provider, QUIRE_VISION_API_KEY: "sk-secret" });
    expect(found).toMatchObject({ state: "ready", detail: expect.stringMatching(`^${provider}: \\S+, \\S+$`) });
    expect(JSON.stringify(found)).not.toContain("sk-secret");
  }
});

function visionFinding(environment: Record<string, string>): Check | undefined {
  const { stdout } = runDoctor({ QUIRE_DATA_DIR: directory, ...environment });
  const { checks } = JSON.parse(stdout) as { checks: readonly Check[] };
  return checks.find(({ name }) => name === "Vision");
}

const runDoctor = (environment: Record<string, string>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "quire.ts"), "doctor", "--json"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", QUIRE_PORT: "0", ...environment },
  });

const isInstalled = (name: string) =>
  spawnSync("dpkg", ["-s", name], { encoding: "utf8" }).stdout.includes("Status: install ok installed");
