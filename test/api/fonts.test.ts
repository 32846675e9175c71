import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cjkDocument } from "../../src/engines/conformance/documents/made-documents.ts";
import { MARKDOWN_THEMES } from "../../src/engines/documents/port.ts";
import { call } from "./accounts.ts";
import { addWatermark, toImages } from "./client.ts";
import { classicPdf } from "./documents.ts";
import { HTML_TO_PDF, printed, withoutChromium } from "./html-to-pdf.ts";
import { writeOtherFonts, writeRenamed } from "./other-fonts.ts";
import { fixture } from "./programs.ts";
import { expectOk, type Reply, warningCodes } from "./reply.ts";
import { type OwnService, type Service, type Settings, startService } from "./running-service.ts";
import { blank, fontsOf, marked } from "./watermarks.ts";

/*
 * Contract, section 1.16: the same request gives the same bytes, whatever other fonts a machine has. A second service
 * sees 400 of them where Debian and its users put fonts, in a separate mount, which takes root.
 */

const IS_FULL = process.env["QUIRE_TEST_FULL"] === "1";
const MACHINE_FONTS = "/usr/local/share/fonts";
const isolated = (directory: string): readonly string[] => [
  "unshare",
  "--mount",
  "sh",
  "-c",
  `mount --bind "$0" ${MACHINE_FONTS} && exec "$@"`,
  directory,
];
const cannotMount = spawnSync("unshare", [
  "--mount",
  "sh",
  "-c",
  `mkdir -p ${MACHINE_FONTS} && mount --bind /tmp ${MACHINE_FONTS}`,
]).status;

const leftOut = cannotMount === 0 ? withoutChromium : "left out: showing other fonts takes root";
if (leftOut !== false) {
  process.stderr.write(`Whether other fonts change results: ${leftOut}.\n`);
}

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-other-fonts-"));
  await chmod(directory, 0o755);
});
afterAll(() => rm(directory, { recursive: true }));

const SCRIPTS =
  "Łódź Ωμέγα Жизнь עברית العربية हिन्दी தமிழ் ไทย ខ្មែរ አማርኛ ქართული 日本語 简体 繁體 한국어 😀 ❤️ ☎ → ∑ ♪ ⅔ █ 𝑥";
const GENERICS = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "Arial"];
const HTML = `<!doctype html><title>Fonts</title><p>${SCRIPTS}
  ${[...GENERICS, "Times New Roman", "Courier New", "DejaVu Sans", "Nimbus Sans", "none"]
    .map((family) => `<p style="font-family:'${family}'">${family} <b>bold</b> <i>italic</i> 123`)
    .join("")}
  ${GENERICS.map((family) => `<p style="font-family:${family}">${family} ${SCRIPTS}`).join("")}
  ${["ja", "ko", "zh-CN", "zh-TW", "und"].map((language) => `<p lang="${language}">骨 直 令 → ①`).join("")}`;

/** Makes a page of text in fonts that the document does not embed, with and without serifs, bold, of fixed pitch. */
function withoutFonts(names: readonly string[]): Buffer {
  const fonts = names.map(
    (name, place) =>
      `/F${place} << /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 33
       /Widths [300 300] /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags ${place % 2 === 0 ? 32 : 34}
       /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >> >>`,
  );
  const lines = names.map((name, place) => `BT /F${place} 20 Tf 10 ${180 - 24 * place} Td (Text in ${name}) Tj ET`);
  const content = lines.join("\n");
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 210] /Resources << /Font << ${fonts.join(" ")} >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}

const LATIN = [
  "Helvetica",
  "Arial",
  "ArialMT",
  "DejaVuSans",
  "LiberationSerif",
  "NimbusMonoPS-Regular",
  "NotoSans-Bold",
];
const CJK = [
  { ordering: "GB1", encoding: "UniGB-UTF16-H", text: "4f60597d" },
  { ordering: "CNS1", encoding: "UniCNS-UTF16-H", text: "4f60597d" },
  { ordering: "Japan1", encoding: "90ms-RKSJ-H", text: "93fa967b" },
  { ordering: "Korea1", encoding: "UniKS-UTF16-H", text: "d55cad6d" },
];

const post = (path: string, value: object) => (service: Service) => call(service, "POST", path, { value });
const THEMES = IS_FULL ? MARKDOWN_THEMES : MARKDOWN_THEMES.filter((theme) => theme === "none");
const showcase = readFileSync(join(import.meta.dirname, "../fixtures/markdown/showcase.md"), "utf8");
const invoice: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/reports/invoice.json"), "utf8"),
);

/** Requests to everything that sets or draws text, each with a description. */
const REQUESTS: readonly (readonly [what: string, send: (service: Service) => Promise<Reply>])[] = [
  ["HTML in many scripts and families", post(HTML_TO_PDF, { html: HTML })],
  ...(["sans", "serif", "mono"] as const).map(
    (font_family) =>
      [
        `text in ${font_family}`,
        post("/api/v1/convert/text-to-pdf", { text: `${SCRIPTS}\n└── a`, font_family }),
      ] as const,
  ),
  ...THEMES.map(
    (theme) =>
      [`Markdown in ${theme}`, post("/api/v1/convert/markdown-to-pdf", { markdown: showcase, theme })] as const,
  ),
  ["a report", post("/api/v1/convert/json-to-pdf", { data: invoice })],
  ...CJK.map(
    (cjk) =>
      [`a page without fonts: ${cjk.ordering}`, (service: Service) => toImages(service, cjkDocument(cjk))] as const,
  ),
  ["a page without fonts: Latin", (service) => toImages(service, withoutFonts(LATIN))],
  ["a form", (service) => toImages(service, fixture("features.pdf"))],
];

describe.skipIf(leftOut !== false)("with 400 other fonts on the machine", () => {
  let services: readonly OwnService[] = [];
  beforeAll(async () => {
    writeOtherFonts(directory, 400);
    services = await Promise.all([startService(), startService({}, { through: isolated(directory) })]);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  test("the machine has them: fontconfig finds one by its name", () => {
    const options = ["-u", "FONTCONFIG_FILE", ...isolated(directory), "fc-match", "-f", "%{file}", "TakaoPGothic"];
    const { stdout } = spawnSync("env", options, { encoding: "utf8" });
    expect(stdout).toBe(join(MACHINE_FONTS, "TakaoPGothic-Regular.ttf"));
  });

  test.each(REQUESTS)("%s is the same, byte for byte", async (_, send) => {
    const [without, withOthers] = await Promise.all(
      services.map(async (service) => expectOk(await send(service)).body),
    );
    expect(without?.length).toBeGreaterThan(500);
    expect(withOthers?.equals(without ?? Buffer.alloc(0))).toBe(true);
  });

  test("a watermark is the same, byte for byte, and none of the other fonts can be chosen for it", async () => {
    const fields = { text: SCRIPTS, font_size: 12, font_family: "DejaVu Sans" };
    const replies = await Promise.all(services.map((service) => addWatermark(service, blank(900, 200), fields)));
    const [without, withOthers] = replies.map((reply) => expectOk(reply).body);
    expect(withOthers?.equals(without ?? Buffer.alloc(0))).toBe(true);
    expect(replies.map(warningCodes)).toEqual([["font_family_unknown"], ["font_family_unknown"]]);
  });
});

describe("a folder of the operator's fonts", () => {
  let folder: string;
  let service: OwnService | undefined;
  const start = (settings: Settings) => startService({ QUIRE_FONTS_DIR: folder, ...settings });
  beforeAll(async () => {
    folder = join(directory, "folder");
    await mkdir(folder, { mode: 0o755 });
    writeRenamed(join(folder, "acme.ttf"), { source: "NotoSerif-Bold.ttf", family: "Acme Slab" });
    service = await start({});
  });
  afterAll(() => service?.stop());
  const running = (): Service => {
    expect(service).toBeDefined();
    return service as Service;
  };

  test.skipIf(withoutChromium)("is used by name in HTML", async () => {
    const html = '<p style="font-family:Acme Slab">Acme<p style="font-family:sans-serif">sans';
    expect((await fontsOf(await printed(running(), { html }))).toSorted()).toEqual(["AcmeSlab", "NotoSans-Regular"]);
  });

  test("is used by name in watermarks, and where a document does not embed its font", async () => {
    const pdf = await marked(running(), blank(300, 200), { text: "Acme", font_family: "acme slab" });
    expect(await fontsOf(pdf)).toContain("AcmeSlab");
    const [named, unknown] = await Promise.all(
      ["AcmeSlab", "NoSuchSlab"].map(async (name) => expectOk(await toImages(running(), withoutFonts([name]))).body),
    );
    expect(named?.equals(unknown ?? Buffer.alloc(0))).toBe(false);
  });

  test("that is not there stops the start, which says what to do", async () => {
    const absent = join(directory, "absent");
    await expect(start({ QUIRE_FONTS_DIR: absent })).rejects.toThrow(
      `QUIRE_FONTS_DIR: ${absent} does not exist: make it and put fonts in it, or leave the setting out.`,
    );
  });
});
