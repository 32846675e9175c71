/*
 * Makes the pictures of the built-in templates that GET /api/v1/templates/{slug}/picture answers: each prints its sample,
 * and the first page is drawn. Needs pdftoppm. Usage: scripts/with-node24 --test scripts/starter-pictures.ts
 */
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { starters } from "../src/platform/templates/starters/starters.ts";
import { startService } from "../test/api/running-service.ts";

const FOLDER = resolve(import.meta.dirname, "../src/platform/templates/starters/pictures");
const WIDTH_PX = 560;
const COLOURS = 32;

await mkdir(FOLDER, { recursive: true });
const service = await startService();
try {
  for (const { slug } of starters) {
    const pdf = await printed(slug);
    const options = ["-png", "-f", "1", "-l", "1", "-scale-to-x", String(WIDTH_PX * 2), "-scale-to-y", "-1", "-"];
    const drawn = execFileSync("pdftoppm", options, { input: pdf, maxBuffer: 2 ** 26 });
    const picture = sharp(drawn).resize({ width: WIDTH_PX });
    await picture.png({ palette: true, colours: COLOURS, effort: 10 }).toFile(join(FOLDER, `${slug}.png`));
  }
} finally {
  await service.stop();
}

/** Returns what a template prints with its sample, in British English: the dates suit the addresses. */
async function printed(slug: string): Promise<Buffer> {
  const answer = await fetch(`${service.baseUrl}/api/v1/templates/${slug}/preview`, {
    method: "POST",
    headers: { "x-api-key": service.key, "content-type": "application/json" },
    body: JSON.stringify({ locale: "en-GB" }),
  });
  if (!answer.ok) {
    throw new Error(`${slug}: ${await answer.text()}`);
  }
  return Buffer.from(await answer.arrayBuffer());
}
