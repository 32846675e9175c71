import { describe, expect, test } from "vitest";
import { compose } from "../testing/compose.ts";

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

/** Returns the text of the only code block as a reader sees it. */
const shown = (main: string): string =>
  (/<pre class="shiki[^>]*><code>([^]*?)\n<\/code><\/pre>/u.exec(main)?.[1] ?? "")
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

describe("code", () => {
  test.each(["ts", "js title=a.js", "TypeScript", "{.rust}"])(
    "is text of its language, and nothing is lost: %s",
    async (info) => {
      const code = 'const a = "<b>&amp;";\n\n\tif (a < 1) { return `x`; }';
      expect(shown((await compose(fence(info, code))).main)).toBe(code);
    },
  );

  test("has the colours of the theme as classes", async () => {
    const { main, html } = await compose(fence("ts", "const a = 1;"));
    expect(main).toMatch(/<span class="s0">const<\/span>|<span class="s0">const /u);
    expect(html).toMatch(/\.shiki \.s0\{color:#[\da-f]{6}\}/iu);
    expect(html).not.toContain("background-color:#2e3440");
    const nord = await compose(fence("ts", "const a = 1;"), { codeTheme: "nord" });
    expect(nord.html).toContain("pre.shiki{color:#d8dee9ff;background-color:#2e3440ff}");
  });

  test("has no element for text that looks as usual, and one for neighbours that look alike", async () => {
    const { main } = await compose(fence("ts", "a + b;\n// one two three"));
    expect(main.match(/<span/gu)?.length).toBeLessThanOrEqual(2);
  });

  test.each(["unheard-of", "__proto__", "constructor", "../../etc/passwd", ""])(
    "of no known language is plain: %j",
    async (info) => {
      const { main } = await compose(fence(info, "const a = <b>;"));
      expect(main).not.toContain('<span class="s');
      expect(shown(main)).toBe("const a = <b>;");
    },
  );

  test("that is very long, or in very long lines, is plain", async () => {
    for (const code of ["let a;\n".repeat(10_000), `let a = "${"x".repeat(3_000)}";`]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      const { main } = await compose(fence("ts", code));
      expect(main).not.toContain('<span class="s');
      expect(main).toContain("let a");
    }
  });
});
