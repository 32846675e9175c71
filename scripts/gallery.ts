/*
 * Prints the documents of docs/gallery/documents, and makes the picture of a page of each and docs/gallery/README.md, which
 * shows them beside the pictures of before. Usage: scripts/with-node24 --test scripts/gallery.ts [--to=FOLDER] [NAME…], where
 * only the named documents are printed. A document is a JSON file with a title, what to look at, the path and the body of a
 * call, and the page.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import sharp from "sharp";
import { z } from "zod";
import { startService } from "../test/api/running-service.ts";

const run = promisify(execFile);
const folder = resolve(import.meta.dirname, "../docs/gallery");
const { values, positionals } = parseArgs({
  options: { to: { type: "string", default: folder } },
  allowPositionals: true,
});

const documentSchema = z.strictObject({
  title: z.string(),
  about: z.string(),
  call: z.string().startsWith("/api/v1/"),
  body: z.record(z.string(), z.unknown()),
  page: z.int().positive(),
});

type GalleryDocument = z.infer<typeof documentSchema> & { readonly name: string };

const RESOLUTION_DPI = 50;
const COLOURS = 32;

const documents = readdirSync(join(folder, "documents")).toSorted().map(readDocument);
const chosen = positionals.length === 0 ? documents : documents.filter(({ name }) => positionals.includes(name));
const directory = await mkdtemp(join(tmpdir(), "quire-gallery-"));
const service = await startService({ QUIRE_WORKERS: "2" });
try {
  await mkdir(join(values.to, "pictures"), { recursive: true });
  for (const document of chosen) {
    await writeFile(join(values.to, "pictures", `${document.name}.png`), await pictureOf(document));
  }
} finally {
  await service.stop();
  await rm(directory, { recursive: true });
}
await writeFile(join(values.to, "README.md"), galleryText());

function readDocument(file: string): GalleryDocument {
  const text = readFileSync(join(folder, "documents", file), "utf8");
  return { name: basename(file, ".json"), ...documentSchema.parse(JSON.parse(text)) };
}

/** Prints a document by the service, and draws its page by poppler. */
async function pictureOf({ name, call, body, page }: GalleryDocument): Promise<Buffer> {
  const response = await fetch(`${service.baseUrl}${call}`, {
    method: "POST",
    headers: { "X-API-Key": service.key, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${name}: ${response.status} ${await response.text()}`);
  }
  const pdf = join(directory, `${name}.pdf`);
  await writeFile(pdf, new Uint8Array(await response.arrayBuffer()));
  const range = ["-f", String(page), "-l", String(page)];
  await run("pdftoppm", ["-r", String(RESOLUTION_DPI), "-png", ...range, "-singlefile", pdf, join(directory, name)]);
  return sharp(join(directory, `${name}.png`))
    .png({ palette: true, colours: COLOURS })
    .toBuffer();
}

function galleryText(): string {
  const sections = documents.map(({ name, title, about, page }) => {
    const before = existsSync(join(folder, "before", `${name}.png`)) ? `![Before](before/${name}.png) ` : "";
    const where = page === 1 ? "" : ` Page ${page}.`;
    return `## ${title}\n\n${about}${where}\n\n${before}![Now](pictures/${name}.png)\n`;
  });
  const intro = "What Quire prints, made by `npm run gallery` from the requests in [documents](documents).";
  return `# Gallery\n\n${intro} Where there are two pictures, the left one is of before.\n\n${sections.join("\n")}`;
}
