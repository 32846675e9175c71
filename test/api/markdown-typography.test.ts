import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { MARKDOWN_THEMES } from "../../src/engines/documents/port.ts";
import { call } from "./accounts.ts";
import { withoutChromium, words } from "./html-to-pdf.ts";
import { run, withFile } from "./programs.ts";
import { expectOk } from "./reply.ts";
import { chosen } from "../running/sampling.ts";
import { commonService } from "./service.ts";

/* How text is set in each theme: faces, hyphens, lines of code, tables. Poppler and MuPDF say what is on the pages. */

const GERMAN =
  "Die Donaudampfschifffahrtsgesellschaft veröffentlichte ihren Geschäftsbericht über Rechtsschutzversicherungen. ";
const LINE = "createServiceConfigurationFromEnvironment({ environment: process.env, defaults, overrides });";
const LINES = Array.from({ length: 90 }, (_, index) => `    a${index}x ${LINE} a${index}y`);
const TREE = `src\n${"│   ├── main.ts\n".repeat(6)}└── test`;
const MARKDOWN = `---
lang: de
---
# 標題 **中文**

${GERMAN.repeat(8)}

\`\`\`
${TREE}
\`\`\`

| Datum | Stand | Bemerkung |
|---|---|---|
| 2026-01-03 | in Arbeit | ${GERMAN.repeat(4)} |

\`\`\`ts
${LINES.join("\n")}
\`\`\`
`;

const themes = MARKDOWN_THEMES.filter((theme) => theme !== "none");
/** The academic theme is the one that divides words. */
const chosenThemes = chosen(themes, [themes.indexOf("academic")]);

describe.skipIf(withoutChromium).each(chosenThemes)("in %s", (theme) => {
  const service = commonService();
  let printed: Promise<Buffer> | undefined;
  const pdf = (): Promise<Buffer> => {
    const value = { markdown: MARKDOWN, theme, header_text: "Kolumnentitel", show_page_numbers: true };
    printed ??= call(service(), "POST", "/api/v1/convert/markdown-to-pdf", { value }).then(
      (reply) => expectOk(reply).body,
    );
    return printed;
  };

  test("a line of code is on one page, and the lines are on several", async () => {
    const pages = new Map((await words(await pdf())).map(({ text, page }) => [text, page]));
    const torn = LINES.filter((_, index) => pages.get(`a${index}x`) !== pages.get(`a${index}y`));
    expect(torn).toEqual([]);
    expect(pages.get("a0x")).toBeLessThan(pages.get("a89y") ?? 0);
  });

  test("the rest of a line of code is indented by more than the line", async () => {
    const all = await words(await pdf());
    const left = (text: string): number => all.find((word) => word.text === text)?.xMin ?? Number.NaN;
    const rests = all.filter(({ text, xMin }) => /^a\d+y$/u.test(text) && xMin < 300);
    expect(rests.length + all.filter(({ text }) => text === "overrides").length).toBeGreaterThan(0);
    for (const { xMin } of rests) {
      expect(xMin).toBeGreaterThan(left("a0x") + 5);
    }
  });

  test("no font is a drawing, and bold ideographs are of a bold font", async () => {
    const fonts = await withFile(await pdf(), async (path) => (await run("pdffonts", [path])).stdout.toString("utf8"));
    expect(fonts).not.toContain("Type 3");
    expect(fonts).toContain("NotoSansCJKsc-Bold");
  });

  test("running heads and page numbers are in the face of the text", async () => {
    const xml = await withFile(await pdf(), async (path) =>
      (await run("mutool", ["draw", "-q", "-F", "stext", "-o", "-", path, "1"])).stdout.toString("utf8"),
    );
    const faceOf = (text: string): string | undefined => {
      const line = xml.split("<line ").find((one) => textOf(one).startsWith(text)) ?? "";
      return /<font name="(?:[A-Z]{6}\+)?([\w-]+)"/u.exec(line)?.[1];
    };
    expect(faceOf("Kolumnentitel")).toBe(theme === "academic" ? "NotoSerif-Regular" : "NotoSans-Regular");
    expect(faceOf("1 / ")).toBe(faceOf("Kolumnentitel"));
  });

  test("the lines of a tree meet", async () => {
    const image = await withFile(
      await pdf(),
      async (path) => (await run("pdftoppm", ["-r", "100", "-gray", "-f", "1", "-l", "1", "-png", path])).stdout,
    );
    const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
    const paper = data[0] ?? 0;
    // Six lines of 8.5 pt are 70 pixels even without leading; no letter is as high.
    expect(longestRun(data, info, (grey) => Math.abs(grey - paper) > 70)).toBeGreaterThan(70);
  });

  test("short columns of a table are set in one line", async () => {
    const all = await words(await pdf());
    const lineOf = (text: string): number => all.find((word) => word.text === text)?.yMin ?? Number.NaN;
    expect(all.map(({ text }) => text)).toContain("2026-01-03");
    expect(lineOf("in")).toBeCloseTo(lineOf("Arbeit"), 0);
  });

  test("words are whole in the text, or end a line with a hyphen where lines are of one length", async () => {
    const text = await withFile(await pdf(), async (path) =>
      (await run("pdftotext", ["-layout", path, "-"])).stdout.toString("utf8"),
    );
    expect(text).not.toMatch(/[\u00ad\u200b]/u);
    expect(text).toContain("Donaudampfschifffahrtsgesellschaft veröffentlichte");
    const divided = text.match(/\p{L}{2}-$/gmu)?.length ?? 0;
    expect(divided > 0).toBe(theme === "academic");
  });
});

/** Returns the text of a line as MuPDF writes it, a letter at a time. */
const textOf = (line: string): string => [...line.matchAll(/ c="([^"]*)"/gu)].map(([, one]) => one).join("");

/** Returns the length of the longest run of dark pixels in a column, in the part of the page where the tree is. */
function longestRun(
  data: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  isDark: (grey: number) => boolean,
): number {
  let longest = 0;
  for (let x = Math.round(width * 0.06); x < width * 0.3; x += 1) {
    let length = 0;
    for (let y = 0; y < height * 0.75; y += 1) {
      length = isDark(data[y * width + x] ?? 0) ? length + 1 : 0;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}
