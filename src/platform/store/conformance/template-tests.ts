import { expect, test } from "vitest";
import { assert } from "../../../kernel/assert.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import type { Template, TemplateBounds, TemplateContent } from "../template-store.ts";
import { NOW, newAccount } from "./scene.ts";

const bounds: TemplateBounds = { maxTemplates: 10, maxVersions: 5, maxBytes: 1_000_000 };

const letter: TemplateContent = {
  name: "Letter",
  description: "To customers — 客户",
  format: "html",
  content: "<p>Dear {{name}}</p>",
  css: "p { color: navy }",
  headerHtml: "<b>Acme</b>",
  footerHtml: "",
  page: { page_size: "A5", margin_top: 10 },
  variablesSchema: { type: "object", required: ["name"] },
  sample: { name: "Ada", items: [1, { two: null }] },
  labels: { en: { dear: "Dear" }, ar: { dear: "عزيزي" } },
};

const newTemplate = (
  accountId: string,
  slug: string,
  changes: Partial<Parameters<Store["templates"]["create"]>[0]>,
) => ({
  ...letter,
  id: newId.template(),
  accountId,
  slug,
  firstVersion: 1,
  bounds,
  now: NOW,
  ...changes,
});

/** Returns content of two bytes for each character. */
const contentOf = (characters: number) => ({ content: "é".repeat(characters) });

export function templateTests(store: () => Store): void {
  const create = async (
    accountId: string,
    slug: string,
    changes: Partial<Parameters<Store["templates"]["create"]>[0]> = {},
  ): Promise<Template> => {
    const made = await store().templates.create(newTemplate(accountId, slug, changes));
    assert(made.kind === "created", "the template was made");
    return made.template;
  };
  const change = (
    template: Pick<Template, "accountId" | "slug">,
    changes: Partial<Parameters<Store["templates"]["change"]>[0]>,
  ) => store().templates.change({ ...letter, ...template, bounds, now: NOW, ...changes });

  test("templates are part of what is stored for the account, which bounds them", async () => {
    const { id: accountId } = await newAccount(store());
    const letterBytes = async (): Promise<number> => (await store().accounts.find(accountId))?.storedBytes ?? 0;
    const template = await create(accountId, "letter");
    const one = await letterBytes();
    expect(one).toBeGreaterThan(0);
    const full = { bounds: { ...bounds, maxStoredBytes: one } };
    expect(await store().templates.create(newTemplate(accountId, "more", full))).toEqual({ kind: "storage_full" });
    expect(await change(template, { ...contentOf(9), ...full })).toEqual({ kind: "storage_full" });
    await store().templates.remove({ accountId, slug: "letter", now: NOW });
    expect(await letterBytes()).toBe(0);
  });

  test("a template is found as it was written, by its account and slug alone", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: other } = await newAccount(store());
    const id = newId.template();
    const template = await create(accountId, "letter", { id });
    expect(template).toEqual({
      ...letter,
      id,
      accountId,
      slug: "letter",
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(await store().templates.find({ accountId, slug: "letter" })).toEqual(template);
    expect(await store().templates.find({ accountId: other, slug: "letter" })).toBeUndefined();
    expect(await store().templates.find({ accountId, slug: "other" })).toBeUndefined();
    expect(await store().templates.find({ accountId, slug: "letter", version: 2 })).toBeUndefined();
  });

  test("a slug is taken once in an account, whoever comes first", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: other } = await newAccount(store());
    const made = await Promise.all(
      ["one", "two"].map((content) => store().templates.create(newTemplate(accountId, "letter", { content }))),
    );
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(["created", "slug_taken"]);
    expect((await create(other, "letter")).version).toBe(1);
  });

  test("creating with the same origin gives the template made before", async () => {
    const { id: accountId } = await newAccount(store());
    const template = await create(accountId, "letter", { origin: "o" });
    expect(await create(accountId, "letter", { origin: "o" })).toEqual(template);
    const another = newTemplate(accountId, "letter", { origin: "p" });
    expect(await store().templates.create(another)).toEqual({ kind: "slug_taken" });
  });

  test("each change is a version, and the ones before stay as they were", async () => {
    const { id: accountId } = await newAccount(store());
    const first = await create(accountId, "letter");
    const content = { content: "<p>Hello</p>", sample: null, variablesSchema: null, page: {} };
    const changed = await change(first, { ...content, now: NOW + 5 });
    const second = { ...first, ...content, version: 2, updatedAt: NOW + 5 };
    expect(changed).toEqual({ kind: "changed", template: second });
    expect(await store().templates.find({ accountId, slug: "letter" })).toEqual(second);
    expect(await store().templates.find({ accountId, slug: "letter", version: 1 })).toEqual(first);
    expect(await change({ accountId, slug: "other" }, {})).toEqual({ kind: "unknown" });
  });

  test("the same content again changes nothing", async () => {
    const { id: accountId } = await newAccount(store());
    const first = await create(accountId, "letter");
    expect(await change(first, { now: NOW + 5 })).toEqual({ kind: "changed", template: first });
    expect(await store().templates.versions({ accountId, slug: "letter", limit: 10 })).toHaveLength(1);
  });

  test("of two changes that were made from the same version one is refused", async () => {
    const { id: accountId } = await newAccount(store());
    const first = await create(accountId, "letter");
    const changes = await Promise.all(
      ["one", "two", "three"].map((content) => change(first, { content, expected: first })),
    );
    expect(changes.map(({ kind }) => kind).toSorted()).toEqual(["changed", "conflict", "conflict"]);
    expect(await store().templates.find({ accountId, slug: "letter" })).toMatchObject({ version: 2 });
  });

  test("a template that took the slug of another one is not the expected one", async () => {
    const { id: accountId } = await newAccount(store());
    const first = await create(accountId, "letter");
    await store().templates.remove({ accountId, slug: "letter", now: NOW });
    const second = await create(accountId, "letter");
    expect(second.version).toBe(first.version);
    expect(await change(second, { content: "x", expected: first })).toEqual({ kind: "conflict" });
    expect(await store().templates.remove({ accountId, slug: "letter", expected: first, now: NOW })).toBe("conflict");
    expect(await store().templates.remove({ accountId, slug: "letter", expected: second, now: NOW })).toBe("removed");
  });

  test("a template goes with its versions, and its slug is free", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: other } = await newAccount(store());
    const template = await create(accountId, "letter");
    await create(other, "letter");
    await change(template, { content: "two" });
    expect(await store().templates.remove({ accountId, slug: "letter", now: NOW })).toBe("removed");
    expect(await store().templates.remove({ accountId, slug: "letter", now: NOW })).toBe("unknown");
    expect(await store().templates.find({ accountId, slug: "letter", version: 1 })).toBeUndefined();
    expect(await store().templates.versions({ accountId, slug: "letter", limit: 10 })).toEqual([]);
    expect((await create(accountId, "letter", { firstVersion: 7 })).version).toBe(7);
    expect(await store().templates.find({ accountId: other, slug: "letter" })).toBeDefined();
  });

  test("templates are listed by slug, page by page, without their texts", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: other } = await newAccount(store());
    for (const slug of ["letter", "a-1", "invoice", "a0", "9"]) {
      await create(accountId, slug);
    }
    await create(other, "b");
    await change({ accountId, slug: "a0" }, { name: "New" });
    const slugs = async (limit: number, after?: string) =>
      (await store().templates.list({ accountId, limit, after })).map(({ slug }) => slug);
    expect(await slugs(10)).toEqual(["9", "a-1", "a0", "invoice", "letter"]);
    expect(await slugs(2)).toEqual(["9", "a-1"]);
    expect(await slugs(2, "a-1")).toEqual(["a0", "invoice"]);
    expect(await slugs(2, "b")).toEqual(["invoice", "letter"]);
    const [, , listed] = await store().templates.list({ accountId, limit: 10 });
    const { id, name, description, format, version, slug, createdAt, updatedAt } =
      (await store().templates.find({ accountId, slug: "a0" })) ?? {};
    expect(listed).toEqual({ id, accountId, slug, name, description, format, version, createdAt, updatedAt });
    expect([name, version]).toEqual(["New", 2]);
  });

  test("versions are listed newest first; beyond the bound the oldest go", async () => {
    const { id: accountId } = await newAccount(store());
    const template = await create(accountId, "letter");
    for (let version = 2; version <= 7; version += 1) {
      await change(template, { content: `version ${version}` });
    }
    const versions = async (limit: number, before?: number) =>
      (await store().templates.versions({ accountId, slug: "letter", limit, before })).map(({ version }) => version);
    expect(await versions(10)).toEqual([7, 6, 5, 4, 3]);
    expect(await versions(2)).toEqual([7, 6]);
    expect(await versions(2, 6)).toEqual([5, 4]);
    expect(await store().templates.find({ accountId, slug: "letter", version: 2 })).toBeUndefined();
    expect(await store().templates.find({ accountId, slug: "letter", version: 3 })).toMatchObject({
      content: "version 3",
    });
  });

  test("an account has so many templates and no more", async () => {
    const { id: accountId } = await newAccount(store());
    const two = { bounds: { ...bounds, maxTemplates: 2 } };
    await create(accountId, "a", two);
    await create(accountId, "b", two);
    expect(await store().templates.create(newTemplate(accountId, "c", two))).toEqual({ kind: "too_many" });
    expect(await store().templates.create(newTemplate(accountId, "b", two))).toEqual({ kind: "slug_taken" });
    expect(await change({ accountId, slug: "a" }, { content: "x", ...two })).toMatchObject({ kind: "changed" });
    await store().templates.remove({ accountId, slug: "a", now: NOW });
    await create(accountId, "c", two);
  });

  test("an account keeps so many bytes and no more, of all versions together", async () => {
    const { id: accountId } = await newAccount(store());
    const few = { bounds: { ...bounds, maxVersions: 2, maxBytes: 10_000 } };
    expect(await store().templates.create(newTemplate(accountId, "a", { ...few, ...contentOf(5001) }))).toEqual({
      kind: "too_large",
    });
    const template = await create(accountId, "a", { ...few, ...contentOf(2000) });
    expect(await change(template, { ...few, ...contentOf(3000) })).toEqual({ kind: "too_large" });
    expect(await change(template, { ...few, ...contentOf(1500) })).toMatchObject({ kind: "changed" });
    // The oldest version makes room.
    expect(await change(template, { ...few, ...contentOf(2500) })).toMatchObject({ kind: "changed" });
    expect(await store().templates.create(newTemplate(accountId, "b", { ...few, ...contentOf(1000) }))).toEqual({
      kind: "too_large",
    });
    await store().templates.remove({ accountId, slug: "a", now: NOW });
    await create(accountId, "b", { ...few, ...contentOf(4000) });
  });
}
