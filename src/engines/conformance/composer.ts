import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import { TimeBudget, type Work } from "../../kernel/timing/work.ts";
import type { ComposedDocument, Composer, MarkdownJob, ReportJob, TemplateJob, TextJob } from "../documents/port.ts";

/** Jobs for a composer, in separate directories that are removed with the tests. */
export class ComposerDesk {
  readonly #directory = mkdtempSync(join(tmpdir(), "quire-composer-"));

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }

  text(text: string | Buffer, changes: Partial<TextJob> = {}): TextJob {
    return { ...this.#job(), input: this.#file(text), style: TEXT_STYLE, ...changes };
  }

  markdown(text: string, changes: Partial<MarkdownJob> = {}): MarkdownJob {
    return { ...this.#job(), ...MARKDOWN_OPTIONS, input: this.#file(text), ...changes };
  }

  report(json: string, changes: Partial<ReportJob> = {}): ReportJob {
    return { ...this.#job(), input: this.#file(json), style: REPORT_STYLE, ...changes };
  }

  template(snapshot: Partial<TemplateSnapshot>, variables: string, changes: Partial<TemplateJob> = {}): TemplateJob {
    const input = this.#file(JSON.stringify({ ...SNAPSHOT, ...snapshot }));
    return { ...this.#job(), input, variables: this.#file(variables), missing: "error", ...changes };
  }

  #job() {
    const outputDirectory = mkdtempSync(join(this.#directory, "out-"));
    return { outputDirectory, maxBytes: 50_000_000, ...work() };
  }

  #file(content: string | Buffer): string {
    const path = join(mkdtempSync(join(this.#directory, "in-")), "content");
    writeFileSync(path, content);
    return path;
  }
}

export const work = (engineTimeMs = 20_000): Work => ({
  signal: new AbortController().signal,
  engineTime: new TimeBudget(engineTimeMs),
});

const TEXT_STYLE: TextJob["style"] = {
  fontFamily: "sans",
  fontSizePt: 11,
  color: "#000000",
  lineHeight: 1.4,
  alignment: "left",
  tabSize: 4,
};

const MARKDOWN_OPTIONS = {
  theme: "github",
  codeTheme: undefined,
  hasContents: false,
  readsMath: true,
  drawsDiagrams: false,
  readsFrontMatter: true,
} as const;

const REPORT_STYLE: ReportJob["style"] = {
  titleFontSizePt: 20,
  fontSizePt: 10,
  headerFontSizePt: 12,
  tableStyle: "default",
  headerColor: "#000080",
  borderColor: "#e0e0e0",
  colorsStatus: true,
  maxNestingDepth: 2,
  charts: "none",
  columns: [],
  textWidthPt: 451,
  textHeightPt: 698,
};

export const SNAPSHOT: TemplateSnapshot = {
  slug: "letter",
  version: 1,
  name: "Letter",
  format: "html",
  content: "<p>Dear {{name}}</p>",
  css: "",
  headerHtml: "",
  footerHtml: "",
  page: {},
  variablesSchema: null,
  labels: null,
  partials: {},
};

/** Defines the tests that every adapter of `Composer` passes. */
export function describeComposer(name: string, makeAdapter: () => Composer): void {
  describe(`composing by ${name}`, () => {
    let desk: ComposerDesk;
    beforeAll(() => {
      desk = new ComposerDesk();
    });
    afterAll(() => desk.remove());

    test("writes sections in their order, named by number, and nothing else", async () => {
      const lines = Array.from({ length: 60_000 }, (_, index) => `Line ${index} of a long text`);
      const job = desk.text(lines.join("\n"));
      const { sections, needsScript, contents, warnings } = await makeAdapter().text(job);
      expect({ needsScript, contents, warnings }).toEqual({ needsScript: false, contents: [], warnings: [] });
      expect(sections.length).toBeGreaterThan(1);
      expect(sections.map((path) => dirname(path))).toEqual(sections.map(() => job.outputDirectory));
      expect(sections.map((path) => basename(path))).toEqual(sections.map((_, index) => `section-${index + 1}.html`));
      expect(readdirSync(job.outputDirectory)).toHaveLength(sections.length);
      const written = sections.flatMap((path) => readFileSync(path, "utf8").match(/Line \d+ of a long text/g));
      expect(written.join("\n") === lines.join("\n")).toBe(true);
    });

    test.each<[string, Buffer]>([
      ["UTF-8", Buffer.from("Grüße: 5 €")],
      ["UTF-8 with a mark", Buffer.from("\ufeffGrüße: 5 €")],
      ["UTF-16", Buffer.from("\ufeffGrüße: 5 €", "utf16le")],
      ["UTF-16, big-endian", Buffer.from("\ufeffGrüße: 5 €", "utf16le").swap16()],
      ["windows-1252", Buffer.from("Gr\xfc\xdfe: 5 \x80", "latin1")],
    ])("reads text in %s", async (_, bytes) => {
      const html = htmlOf(await makeAdapter().text(desk.text(bytes)));
      expect(html).toContain("Grüße: 5 €");
      expect(html).not.toContain("\ufeff");
    });

    test("the text of content is text, never mark-up", async () => {
      const composer = makeAdapter();
      const attack = '<script>alert(1)</script><img src=x onerror="alert(1)">';
      const made = [
        await composer.text(desk.text(attack)),
        await composer.markdown(desk.markdown(attack)),
        await composer.report(desk.report(JSON.stringify([{ [attack]: attack }]))),
        await composer.template(desk.template({}, JSON.stringify({ name: attack }))),
      ];
      for (const html of made.map(htmlOf)) {
        expect(html).not.toMatch(/<script>alert|<img[^>]*onerror/);
      }
    });

    test("makes Markdown a document with what it says of itself, and links its contents", async () => {
      const text = "---\ntitle: On rivers\nauthor: A. Writer\nlang: de\n---\n# Sources\n\n## Brooks\n\n*Water*\n";
      const made = await makeAdapter().markdown(desk.markdown(text, { hasContents: true }));
      expect(made).toMatchObject({ title: "On rivers", author: "A. Writer", language: "de", needsScript: false });
      const html = htmlOf(made);
      expect(html).toContain("<em>Water</em>");
      expect(made.contents).toHaveLength(2);
      for (const { target, place } of made.contents) {
        expect([target, html.split(`id="${target}"`).length]).toEqual([target, 2]);
        expect([place, html.split(`id="${place}"`).length]).toEqual([place, 2]);
      }
    });

    test("makes code and formulas part of the document, without script", async () => {
      const text = "```ts\nconst answer = 42;\n```\n\n$$\\sum_{i=1}^n i$$\n";
      const made = await makeAdapter().markdown(desk.markdown(text));
      expect(made.needsScript).toBe(false);
      const html = htmlOf(made);
      expect(html).toMatch(/<pre[^>]*>/);
      expect(html).toContain("∑");
    });

    test("makes JSON a report", async () => {
      const made = await makeAdapter().report(desk.report('[{"city":"Bonn","people":335975}]'));
      const html = htmlOf(made);
      expect(html).toMatch(/<table/);
      expect(html).toContain("Bonn");
    });

    test.each(["", "{", "[1,]", "NaN", '{"a":NaN}', "{'a':1}", '{"a":1} 2', "\u0000"])(
      "says of what is not JSON that it is not: %j",
      async (json) => {
        await expect(makeAdapter().report(desk.report(json))).rejects.toMatchObject({
          code: "validation_error",
          faults: [{ fault: { type: "json_invalid" }, path: [] }],
        });
      },
    );

    test("fills a template in, its header and its footer", async () => {
      const snapshot = {
        content: "{{#items}}<li>{{name}}</li>{{/items}}",
        headerHtml: "<b>{{title}}</b>",
        footerHtml: "{{> sign}}",
        partials: { sign: "Yours, {{title}}" },
      };
      const variables = '{"title":"A & B","items":[{"name":"one"},{"name":"two"}]}';
      const made = await makeAdapter().template(desk.template(snapshot, variables));
      expect(htmlOf(made)).toContain("<li>one</li><li>two</li>");
      expect(made).toMatchObject({ headerHtml: "<b>A &amp; B</b>", footerHtml: "Yours, A &amp; B" });
    });

    test("a variable that is missing is named, or empty", async () => {
      const composer = makeAdapter();
      const snapshot = { content: "<p>{{customer.name}}, {{date}}.</p>" };
      await expect(composer.template(desk.template(snapshot, '{"customer":{}}'))).rejects.toMatchObject({
        code: "validation_error",
        faults: [
          { fault: { type: "missing" }, path: ["customer", "name"] },
          { fault: { type: "missing" }, path: ["date"] },
        ],
      });
      const made = await composer.template(desk.template(snapshot, "{}", { missing: "empty" }));
      expect(htmlOf(made)).toContain("<p>, .</p>");
    });

    test("variables are held against the schema", async () => {
      const variablesSchema = { type: "object", properties: { sum: { type: "number", maximum: 5 } } };
      const filling = makeAdapter().template(desk.template({ content: "{{sum}}", variablesSchema }, '{"sum":9}'));
      await expect(filling).rejects.toMatchObject({
        faults: [{ fault: { type: "less_than_equal" }, path: ["sum"] }],
      });
    });

    test.each<[string, string]>([
      ["json_invalid", "{"],
      ["model_attributes_type", "[]"],
    ])("says of variables that they are %s", async (type, variables) => {
      await expect(makeAdapter().template(desk.template({}, variables))).rejects.toMatchObject({
        faults: [{ fault: { type }, path: [] }],
      });
    });

    test("a template's own faults are reported when it is checked, and when it is filled in", async () => {
      const composer = makeAdapter();
      await expect(composer.checkTemplate({ snapshot: SNAPSHOT, ...work() })).resolves.toBeUndefined();
      for (const wrong of [{ content: "{{#open}}" }, { footerHtml: "{{/end}}" }, { variablesSchema: { type: 5 } }]) {
        const checking = composer.checkTemplate({ snapshot: { ...SNAPSHOT, ...wrong }, ...work() });
        await expect(checking).rejects.toMatchObject({ code: "template_error" });
        await expect(composer.template(desk.template(wrong, "{}"))).rejects.toMatchObject({ code: "template_error" });
      }
      const snapshot = { ...SNAPSHOT, content: "x".repeat(6_000_000) };
      await expect(composer.checkTemplate({ snapshot, ...work() })).rejects.toMatchObject({
        code: "document_too_complex",
      });
    });

    test("no document is longer than it may be", async () => {
      const composer = makeAdapter();
      const bound = { maxBytes: 100_000 };
      const many = "word ".repeat(100_000);
      for (const composing of [
        composer.text(desk.text(many, bound)),
        composer.markdown(desk.markdown(many, bound)),
        composer.report(desk.report(JSON.stringify(many), bound)),
        composer.template(desk.template({}, JSON.stringify({ name: many }), bound)),
      ]) {
        await expect(composing).rejects.toMatchObject({ code: "document_too_complex" });
      }
    });

    test("the same content gives the same bytes", async () => {
      const composer = makeAdapter();
      const markdown = "# One[^1]\n\n- [ ] two\n\n[^1]: Three.\n";
      for (const compose of [
        () => composer.markdown(desk.markdown(markdown, { hasContents: true })),
        () => composer.report(desk.report('{"a":[{"b":1}]}')),
      ]) {
        expect(htmlOf(await compose())).toBe(htmlOf(await compose()));
      }
    });

    test("an aborted job fails with its reason", async () => {
      const signal = AbortSignal.abort(new Error("left"));
      await expect(makeAdapter().text(desk.text("A", { signal }))).rejects.toThrow("left");
    });
  });
}

export const htmlOf = ({ sections }: ComposedDocument): string =>
  sections.map((path) => readFileSync(path, "utf8")).join("");
