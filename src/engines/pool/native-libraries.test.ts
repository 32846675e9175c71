import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startTestPool, work } from "./testing/test-pool.ts";
import { testTiers } from "./testing/test-tiers.ts";

const LIBRARY = join(
  dirname(createRequire(import.meta.url).resolve("pdfium-node-linux-x64-gnu/package.json")),
  "prebuilds/linux-x64-gnu/libpdfium.so",
);

/** One page of 200 by 100 points with text in a font that is not embedded, so that PDFium looks for one. */
const DOCUMENT = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R
  /Resources <</Font <</F 5 0 R>>>>>> endobj
4 0 obj <</Length 40>> stream
BT /F 24 Tf 20 40 Td (Hello, walls) Tj ET
endstream endobj
5 0 obj <</Type /Font /Subtype /TrueType /BaseFont /NotoSans>> endobj
trailer <</Root 1 0 R>>
`;

test.runIf(existsSync(LIBRARY)).each(testTiers)("PDFium and sharp work behind the walls: %s", async (tier) => {
  await using started = await startTestPool({
    tier,
    entry: join(import.meta.dirname, "testing", "native-worker.ts"),
    readOnlyPaths: [dirname(LIBRARY)],
    settings: { library: LIBRARY },
  });
  const outputDirectory = started.directory;
  const document = join(started.directory, "document.pdf");
  await writeFile(document, DOCUMENT);
  const common = { outputDirectory, work: work() };
  await started.pool.call({ ...common, method: "draw", parameters: {}, inputs: [document] });
  await started.pool.call({
    ...common,
    method: "thumbnail",
    parameters: {},
    inputs: [join(outputDirectory, "page.png")],
  });
  expect(identify(join(outputDirectory, "page.png"))).toMatch(/^PNG 200x100 [1-9]\d+$/);
  expect(identify(join(outputDirectory, "page.webp"))).toMatch(/^WEBP 20x10 \d+$/);
});

/** Returns format, size and number of colours of an image, as ImageMagick reads the file. */
function identify(path: string): string {
  return execFileSync("identify", ["-format", "%m %wx%h %k", path], { encoding: "utf8" });
}
