import { run } from "../api/programs.ts";

/* What poppler's programs say about a document: another reader's view of the same facts. */

export interface PopplerFont {
  readonly name: string;
  readonly type: string;
  readonly isEmbedded: boolean;
  readonly isSubset: boolean;
  readonly hasToUnicode: boolean;
  readonly object: number;
}

export interface PopplerImage {
  readonly object: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly horizontalPpi: number;
  readonly verticalPpi: number;
}

/** What pdfinfo says: `values` by label, `boxes` of the first pages by number and name. */
export interface PopplerInfo {
  readonly values: ReadonlyMap<string, string>;
  readonly boxes: ReadonlyMap<string, readonly number[]>;
}

/** Returns what pdfinfo says of a document and its first pages; undefined for one that it cannot open. */
export async function popplerInfo(path: string, pages: number): Promise<PopplerInfo | undefined> {
  const { status, stdout } = await run("timeout", ["30", "pdfinfo", "-box", "-f", "1", "-l", String(pages), path]);
  if (status !== 0) {
    return undefined;
  }
  const values = new Map<string, string>();
  const boxes = new Map<string, readonly number[]>();
  for (const line of stdout.toString("utf8").split("\n")) {
    const box = /^Page +(\d+) (\w+Box): +(.*)$/.exec(line);
    if (box) {
      boxes.set(`${box[1]} ${box[2]}`, (box[3] ?? "").split(/ +/).map(Number));
    } else {
      values.set(line.replace(/:.*/s, ""), line.replace(/^[^:]*: */, "").trim());
    }
  }
  return { values, boxes };
}

const FONT =
  /^(.*?) +(Type 1C \(OT\)|Type 1C|Type 1|Type 3|TrueType \(OT\)|TrueType|CID Type 0C \(OT\)|CID Type 0C|CID Type 0|CID TrueType \(OT\)|CID TrueType) +\S+ +(yes|no) +(yes|no) +(yes|no) +(\d+) +\d+$/;

/** Returns the fonts that pdffonts lists and that are objects of their own. */
export async function popplerFonts(path: string): Promise<readonly PopplerFont[]> {
  const { stdout } = await run("timeout", ["30", "pdffonts", path]);
  return stdout
    .toString("utf8")
    .split("\n")
    .slice(2)
    .flatMap((line) => {
      const [, name = "", type = "", embedded, subset, unicode, object] = FONT.exec(line) ?? [];
      return object === undefined
        ? []
        : [
            {
              name,
              type,
              isEmbedded: embedded === "yes",
              isSubset: subset === "yes",
              hasToUnicode: unicode === "yes",
              object: Number(object),
            },
          ];
    });
}

/** Returns the images that pdfimages finds, without masks and inline images, each where it is largest. */
export async function popplerImages(path: string): Promise<readonly PopplerImage[]> {
  const { stdout } = await run("timeout", ["30", "pdfimages", "-list", path]);
  const largest = new Map<number, PopplerImage>();
  for (const line of stdout.toString("utf8").split("\n").slice(2)) {
    const [, , type, width, height, , , , , , object, , x, y] = line.trim().split(/ +/);
    if (y === undefined || type === "smask" || type === "mask" || line.includes("[inline]")) {
      continue;
    }
    const image: PopplerImage = {
      object: Number(object),
      widthPx: Number(width),
      heightPx: Number(height),
      horizontalPpi: Number(x),
      verticalPpi: Number(y),
    };
    const known = largest.get(image.object);
    if (known === undefined || image.horizontalPpi * image.verticalPpi < known.horizontalPpi * known.verticalPpi) {
      largest.set(image.object, image);
    }
  }
  return [...largest.values()];
}
