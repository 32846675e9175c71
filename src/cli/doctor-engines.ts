import type { Check } from "./doctor-report.ts";

/** The doctor's questions to the engines; each throws, with a reason for people, when there is no such engine here. */
export interface EngineProbes {
  /** Returns the build of PDFium that engine processes load. */
  pdfiumBuild(): Promise<"native" | "wasm">;
  qpdfVersion(): Promise<string>;
  sharpVersion(): Promise<string>;
  /** Returns the Tesseract that engine processes load, with its language data. */
  tesseract(): Promise<FoundTesseract>;
  /**
   * Returns the provider whose models read pages, when its client can be loaded; the provider is not asked. Undefined
   * when none has been set up.
   */
  vision(): Promise<{ readonly provider: string; readonly models: readonly string[] } | undefined>;
  /** Returns the state of the browser that prints HTML, and of its surroundings. */
  chromium(): Promise<Finding>;
  /** Returns the sandbox that engine processes get, in a word and in sentences. */
  probeTier(): Promise<{ readonly tier: string; readonly sentence: string }>;
}

export interface FoundTesseract {
  readonly build: "native" | "wasm";
  readonly version: string;
  readonly languages: readonly string[];
  /** Whether Tesseract can determine which way up a page lies. */
  readonly hasOrientation: boolean;
}

export async function engineChecks(probes: EngineProbes): Promise<Check[]> {
  return [
    await check(
      { name: "PDFium", needed: true, remedy: `Check QUIRE_PDFIUM and QUIRE_PDFIUM_LIBRARY. ${REINSTALL}` },
      async () => {
        const build = await probes.pdfiumBuild();
        return build === "native"
          ? { state: "ready", detail: "native library" }
          : { state: "degraded", detail: "WebAssembly build, two to three times slower than a native library" };
      },
    ),
    await check(
      { name: "libqpdf", needed: false, remedy: "Install the package qpdf, which brings its library." },
      async () => ({ state: "ready", detail: await probes.qpdfVersion() }),
      "Passwords cannot be removed or changed, and damaged files not repaired.",
    ),
    await check({ name: "Images", needed: true, remedy: REINSTALL }, async () => ({
      state: "ready",
      detail: `sharp ${await probes.sharpVersion()}`,
    })),
    await check(
      { name: "Tesseract", needed: false, remedy: `Install ${TESSERACT_PACKAGES}, or see QUIRE_TESSERACT.` },
      async () => tesseractFinding(await probes.tesseract()),
      "Text in images cannot be read.",
    ),
    await check(
      { name: "Vision", needed: false, remedy: "See docs/vision.md for how a model provider is configured." },
      async () => {
        const found = await probes.vision();
        return found === undefined
          ? { state: "off", detail: "no model provider is configured; see docs/vision.md" }
          : { state: "ready", detail: `${found.provider}: ${[...new Set(found.models)].join(", ")}` };
      },
      "Pages cannot be read by a model.",
    ),
    await chromiumCheck(probes),
    await check({ name: "Isolation", needed: true }, async () => {
      const { tier, sentence } = await probes.probeTier();
      return { state: tier === "bubblewrap" ? "ready" : "degraded", detail: `${tier}. ${sentence}` };
    }),
  ];
}

const TESSERACT_PACKAGES = "the packages tesseract-ocr, tesseract-ocr-osd and tesseract-ocr-eng";

function tesseractFinding({ build, version, languages, hasOrientation }: FoundTesseract): Finding {
  const lacks = [
    ...(build === "wasm" ? ["WebAssembly build, which takes half as long again as a native library"] : []),
    ...(hasOrientation ? [] : ["pages that lie on their side are recognised less reliably"]),
  ];
  const detail = [version, languages.join(", "), ...lacks].join("; ");
  return lacks.length === 0
    ? { state: "ready", detail }
    : { state: "degraded", detail, remedy: `Install ${TESSERACT_PACKAGES}.` };
}

/**
 * Checks the browser. One that is installed and does not start says why; most often the kernel refuses it its sandbox.
 */
async function chromiumCheck(probes: EngineProbes): Promise<Check> {
  const about = {
    name: "Chromium",
    needed: false,
    remedy: "Install the package chromium-headless-shell, or set QUIRE_CHROMIUM to the path of another Chromium.",
  };
  const found = await check(about, () => probes.chromium(), NO_HTML);
  return found.state === "unavailable" && found.remedy === undefined
    ? { ...found, detail: `${found.detail} ${NO_HTML}`, remedy: about.remedy }
    : found;
}

const NO_HTML = "HTML and web pages cannot be printed.";

const REINSTALL = "If node_modules is incomplete, remove it and start again; the start installs it.";

/** Returns the finding of `probe`, or that there is nothing, for the reason that it throws. */
async function check(
  about: Pick<Check, "name" | "needed" | "remedy">,
  probe: () => Promise<Finding>,
  consequence = "",
): Promise<Check> {
  const { name, needed } = about;
  try {
    return { name, needed, ...(await probe()) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...about, state: "unavailable", detail: `${reason} ${consequence}`.trim() };
  }
}

type Finding = Pick<Check, "state" | "detail" | "remedy">;
