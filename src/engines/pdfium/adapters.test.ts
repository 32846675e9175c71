import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import type { Methods } from "../pool/protocol.ts";
import { createPdfiumRasterizer } from "./rasterizer.ts";

const work = () => ({ signal: new AbortController().signal, engineTime: new TimeBudget(1000) });

/** Runs `use` with a pool whose worker sends `items`, and writes the file that each of them names. */
async function answering(
  items: readonly object[],
  use: (pool: ReturnType<typeof createInProcessPool>, directory: string) => Promise<void>,
) {
  const directory = await mkdtemp(join(tmpdir(), "quire-adapters-"));
  const answer: Methods[string] = async function* ({ outputDirectory }) {
    for (const item of items) {
      if ("file" in item) {
        await writeFile(join(outputDirectory, String(item.file)), "an image");
      }
      yield item;
    }
  };
  try {
    await use(createInProcessPool({ "pdfium.render": answer }), directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

const image = (page: number, more: object = {}) => ({
  page,
  file: `page_${page}.png`,
  widthPx: 5,
  heightPx: 6,
  dpi: 72,
  ...more,
});

test.each([
  { items: [] },
  { items: [image(1)] },
  { items: [image(2), image(1)] },
  { items: [image(1), image(1, { file: "other.png" })] },
  { items: [image(1), image(2, { file: "page_1.gif" })] },
  { items: [image(1), image(2), image(3)] },
  { items: [image(1), image(2, { widthPx: 0 })] },
  { items: [image(1), image(2, { heightPx: "6" })] },
  { items: [image(1), image(2, { dpi: 0 })] },
  { items: [image(1), { page: 2, widthPx: 5, heightPx: 6, dpi: 72 }] },
  { items: [image(1), { page: 2, path: "/etc/passwd", widthPx: 5, heightPx: 6, dpi: 72 }] },
])("images that are none are the document's doing: $items", async ({ items }) => {
  await answering(items, async (pool, outputDirectory) => {
    const images = createPdfiumRasterizer(pool).render(jobIn(outputDirectory));
    await expect(Array.fromAsync(images)).rejects.toMatchObject({ code: "document_too_complex" });
  });
});

test("the size of an image is the size of its file, whatever the worker says", async () => {
  await answering([image(1, { sizeBytes: 1 }), image(2)], async (pool, outputDirectory) => {
    const images = await Array.fromAsync(createPdfiumRasterizer(pool).render(jobIn(outputDirectory)));
    expect(images).toEqual(
      [1, 2].map((page) => ({
        page,
        widthPx: 5,
        heightPx: 6,
        dpi: 72,
        sizeBytes: "an image".length,
        path: join(outputDirectory, `page_${page}.png`),
      })),
    );
  });
});

function jobIn(outputDirectory: string) {
  const size = { kind: "resolution", dpi: 72 } as const;
  const encoding = { format: "png", quality: 85, transparent: false } as const;
  return { input: import.meta.filename, pages: [1, 2], size, encoding, maxPixels: 100, outputDirectory, ...work() };
}

test("background work is done in pieces, between which others have their turn", async () => {
  const directory = await mkdtemp(join(tmpdir(), "quire-adapters-"));
  const pieces: number[][] = [];
  const draw: Methods[string] = async function* ({ parameters, outputDirectory }) {
    const { pages } = parameters as { pages: number[] };
    pieces.push(pages);
    for (const page of pages) {
      await writeFile(join(outputDirectory, `page_${page}.png`), "an image");
      yield image(page);
    }
  };
  const rasterizer = createPdfiumRasterizer(createInProcessPool({ "pdfium.render": draw }));
  const pages = Array.from({ length: 20 }, (_, index) => index + 1);
  const render = (isBackground: boolean) =>
    Array.fromAsync(
      rasterizer.render({
        input: import.meta.filename,
        pages,
        size: { kind: "resolution", dpi: 72 },
        encoding: { format: "png", quality: 85, transparent: false },
        maxPixels: 100,
        outputDirectory: directory,
        ...work(),
        isBackground,
      }),
    );
  try {
    expect((await render(true)).map(({ page }) => page)).toEqual(pages);
    expect(pieces.map((piece) => piece.length)).toEqual([8, 8, 4]);
    await render(false);
    expect(pieces.slice(3)).toEqual([pages]);
  } finally {
    await rm(directory, { recursive: true });
  }
});
