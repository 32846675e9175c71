import { expect, test } from "vitest";
import type { TemplateContent } from "../store/template-store.ts";
import { snapshotOf } from "./template-snapshots.ts";

const template = (changes: Partial<TemplateContent>) => ({
  slug: "letter",
  version: 3,
  name: "Letter",
  description: "",
  format: "html" as const,
  content: "",
  css: "",
  headerHtml: "",
  footerHtml: "",
  page: {},
  variablesSchema: null,
  sample: { name: "Ada" },
  labels: null,
  ...changes,
});

/** Returns the partials of a template among `others`, by slug. */
async function partialsOf(content: string, others: Record<string, string>): Promise<Record<string, string>> {
  const { partials } = await snapshotOf(template({ content }), (slug) =>
    Promise.resolve(Object.hasOwn(others, slug) ? others[slug] : undefined),
  );
  return partials;
}

const failing = expect.objectContaining({ code: "template_error" });

test("a snapshot is the template without what only people and previews read", async () => {
  const { description: _, sample: __, ...rest } = template({ css: "p {}", page: { page_size: "A5" } });
  expect(await snapshotOf(template({ css: "p {}", page: { page_size: "A5" } }), () => Promise.resolve("x"))).toEqual({
    ...rest,
    partials: {},
  });
});

test.each([
  ["{{> footer}}", ["footer"]],
  ["{{>footer}}", ["footer"]],
  ["{{~> footer ~}} {{~>footer~}}", ["footer"]],
  ["{{> 'footer' name=1}}", ["footer"]],
  ['{{> "footer" this}}', ["footer"]],
  ["{{>\n  footer\n}}", ["footer"]],
  ["{{> footer}}{{> header}}{{> footer}}", ["footer", "header"]],
  [
    "{{#> footer}}{{/footer}} {{> (lookup . 'footer')}} {{> footer/x}} {{> Footer}} {{ > footer}} {{footer}} {{> footer.x}}",
    [],
  ],
  ["{{> nobody}}", []],
  ["{{> __proto__}}{{> constructor}}", []],
])("%j names %j", async (content, expected) => {
  const others = { footer: "F", header: "H" };
  expect(Object.keys(await partialsOf(content, others)).toSorted()).toEqual(expected.toSorted());
});

test("what a partial names comes too, and a circle ends", async () => {
  const others = { a: "{{> b}}", b: "{{> a}} {{> c}} {{> letter}}", c: "C", letter: "{{> a}}", d: "D" };
  expect(await partialsOf("{{> a}}", others)).toEqual({ a: others.a, b: others.b, c: "C", letter: others.letter });
});

test("header and footer name partials as well", async () => {
  const edges = template({ headerHtml: "{{> a}}", footerHtml: "{{> b}}" });
  expect((await snapshotOf(edges, (slug) => Promise.resolve(slug.toUpperCase()))).partials).toEqual({ a: "A", b: "B" });
});

const naming = (count: number): string => Array.from({ length: count }, (_, index) => `{{> t${index}}}`).join("");

test("a template may name 50 others and no more, those that are not there included", async () => {
  expect(Object.keys(await partialsOf(naming(50), { t0: "" }))).toEqual(["t0"]);
  await expect(partialsOf(naming(51), {})).rejects.toEqual(failing);
  const endless = snapshotOf(template({ content: "{{> x}}" }), (slug) => Promise.resolve(`{{> ${slug}x}}`));
  await expect(endless).rejects.toEqual(failing);
});

test("the others may have 4 MiB together and no more", async () => {
  const mebibyte = "é".repeat(512 * 1024);
  const others = { a: mebibyte, b: mebibyte, c: mebibyte, d: mebibyte, e: "." };
  expect(Object.keys(await partialsOf("{{> a}}{{> b}}{{> c}}{{> d}}", others))).toHaveLength(4);
  await expect(partialsOf("{{> a}}{{> b}}{{> c}}{{> d}}{{> e}}", others)).rejects.toEqual(failing);
});
