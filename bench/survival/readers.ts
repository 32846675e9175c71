import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../documents/qpdf-objects.ts";
import type { Facts } from "./documents.ts";
import type { MergedDocument } from "./merged-document.ts";
import { type Score, scored } from "./scores.ts";
import { PAGE_HEIGHT } from "./variants.ts";

/**
 * Returns the named destinations as Poppler reads them, except names that occur more than once, whose target is
 * undefined.
 */
export async function namedDestinations({ file, widths }: MergedDocument): Promise<string[]> {
  const printed = (await outputOf("pdfinfo", ["-dests", file])).toString();
  const found = [...printed.matchAll(/^ *(\d+) \[ XYZ +\S+ +(\S+) +\S+ *\] "(.*)"$/gm)].map(([, page, top, name]) => ({
    place: `${widths[Number(page) - 1]}@${top}`,
    name,
  }));
  const names = found.map(({ name }) => name);
  return found.filter(({ name }) => names.indexOf(name) === names.lastIndexOf(name)).map(({ place }) => place);
}

/** Returns the structure elements as Poppler reads them: role, space before, text. */
export async function structureElements(file: string): Promise<string[]> {
  const printed = (await outputOf("pdfinfo", ["-struct-text", file])).toString();
  let role = "";
  let spaceBefore = "";
  return printed.split("\n").flatMap((line) => {
    role = /^ *(\w+).* \((?:block|inline)\)/.exec(line)?.[1] ?? role;
    spaceBefore = /^ *\/SpaceBefore (\S+)/.exec(line)?.[1] ?? spaceBefore;
    const shown = /^ *"(.*)"$/.exec(line)?.[1];
    return shown === undefined ? [] : [`${role} ${spaceBefore} ${shown}`];
  });
}

/** Returns the attached contents that both Poppler, by number, and qpdf, by name, find. */
export async function attachedContents(file: string): Promise<string[]> {
  const listed = (await outputOf("pdfdetach", ["-list", file])).toString();
  const count = Number(/^(\d+) embedded/m.exec(listed)?.[1] ?? 0);
  const names = (await outputOf("qpdf", ["--list-attachments", file])).toString().matchAll(/^(.*) -> \d+,\d+$/gm);
  const byName = new Set<string>();
  for (const [, name] of names) {
    byName.add((await outputOf("qpdf", [`--show-attachment=${name}`, file])).toString());
  }
  await using directory = await scratch();
  const found: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const saved = join(directory.path, String(number));
    await outputOf("pdfdetach", ["-save", String(number), "-o", saved, file]);
    found.push(await readFile(saved, "utf8"));
  }
  return found.filter((content) => byName.has(content));
}

/** Counts the layers that are listed, and visible or hidden on their pages as Poppler draws them. */
export async function judgeLayers(merged: MergedDocument, documents: readonly Facts[]): Promise<Score> {
  const { qpdf, widths } = merged;
  const listed = qpdf.list(qpdf.object(qpdf.catalog["/OCProperties"])["/OCGs"]);
  const drawn = await pagesWithSquare(merged.file);
  return scored(
    documents.flatMap(({ layers }) => layers),
    ({ pages, isVisible }) =>
      pages.every((width) => {
        const properties = qpdf.object(qpdf.object(merged.page(width)["/Resources"])["/Properties"]);
        const isListed = Object.values(properties).some((group) => listed.includes(group));
        return isListed && drawn[widths.indexOf(width)] === isVisible;
      }),
  );
}

const RESOLUTION = 18;
const SQUARE = { xPt: 325, yPt: PAGE_HEIGHT - 625 };

/** Returns for each page whether the square that the layers contain is visible. */
async function pagesWithSquare(file: string): Promise<boolean[]> {
  await using directory = await scratch();
  await outputOf("pdftoppm", ["-r", String(RESOLUTION), file, join(directory.path, "page")]);
  const names = (await readdir(directory.path)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const image = await readFile(join(directory.path, name));
      const header = /^P6\s+(\d+)\s+\d+\s+255\s/.exec(image.toString("latin1", 0, 64));
      const [x, y] = [SQUARE.xPt, SQUARE.yPt].map((points) => Math.floor((points * RESOLUTION) / 72));
      const pixel = (header?.[0].length ?? 0) + 3 * (Number(y) * Number(header?.[1]) + Number(x));
      return image[pixel] === 255 && image[pixel + 1] === 0;
    }),
  );
}

async function scratch(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "quire-survival-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
