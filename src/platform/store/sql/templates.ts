import { assert } from "../../../kernel/assert.ts";
import type {
  ExpectedTemplate,
  JsonMembers,
  Template,
  TemplateBounds,
  TemplateChange,
  TemplateContent,
  TemplateCreation,
  TemplateLabels,
  TemplateStore,
  TemplateSummary,
} from "../template-store.ts";
import { hasRoomFor } from "./accounts/stored-bytes.ts";
import { fromJson, type Sql } from "./sql.ts";

type Input<Method extends keyof TemplateStore> = Parameters<TemplateStore[Method]>[0];
type Removed = Awaited<ReturnType<TemplateStore["remove"]>>;

export async function createTemplate(sql: Sql, template: Input<"create">): Promise<TemplateCreation> {
  const { id, accountId, slug, firstVersion, bounds, origin, now } = template;
  const made = origin === undefined ? undefined : await headOfOrigin(sql, origin);
  if (made !== undefined) {
    return { kind: "created", template: await current(sql, made) };
  }
  if ((await headOf(sql, { accountId, slug })) !== undefined) {
    return { kind: "slug_taken" };
  }
  const held = await heldBy(sql, accountId);
  const row = rowOf(template);
  if (held.templates >= bounds.maxTemplates) {
    return { kind: "too_many" };
  }
  if (held.bytes + row.sizeBytes > bounds.maxBytes) {
    return { kind: "too_large" };
  }
  if (!(await hasRoomFor(sql, { accountId, moreBytes: row.sizeBytes, maxBytes: bounds.maxStoredBytes }))) {
    return { kind: "storage_full" };
  }
  await sql.run(
    `INSERT INTO templates (id, account_id, slug, version, size_bytes, origin, created_at)
     VALUES ($id, $accountId, $slug, $version, $sizeBytes, $origin, $now)`,
    { id, accountId, slug, version: firstVersion, sizeBytes: row.sizeBytes, origin: origin ?? null, now },
  );
  const head = await existingHead(sql, { accountId, slug });
  await insertVersion(sql, { head, row, now });
  return { kind: "created", template: await current(sql, head) };
}

export async function changeTemplate(sql: Sql, change: Input<"change">): Promise<TemplateChange> {
  const { accountId, expected, bounds, now } = change;
  const head = await headOf(sql, change);
  if (head === undefined || !isExpected(head, expected)) {
    return { kind: head === undefined ? "unknown" : "conflict" };
  }
  const before = await current(sql, head);
  const row = rowOf(change);
  if (isSame(row, rowOf(before))) {
    return { kind: "changed", template: before };
  }
  const next = { ...head, version: head.version + 1 };
  const removedBytes = await sizeOfOldVersions(sql, next, bounds);
  if ((await heldBy(sql, accountId)).bytes + row.sizeBytes - removedBytes > bounds.maxBytes) {
    return { kind: "too_large" };
  }
  if (
    !(await hasRoomFor(sql, { accountId, moreBytes: row.sizeBytes - removedBytes, maxBytes: bounds.maxStoredBytes }))
  ) {
    return { kind: "storage_full" };
  }
  await removeOldVersions(sql, next, bounds);
  await insertVersion(sql, { head: next, row, now });
  await sql.run(
    "UPDATE templates SET version = $version, size_bytes = size_bytes + $grown WHERE position = $position",
    {
      position: head.position,
      version: next.version,
      grown: row.sizeBytes - removedBytes,
    },
  );
  return { kind: "changed", template: await current(sql, next) };
}

export async function removeTemplate(sql: Sql, { expected, accountId, slug }: Input<"remove">): Promise<Removed> {
  const head = await headOf(sql, { accountId, slug });
  if (head === undefined || !isExpected(head, expected)) {
    return head === undefined ? "unknown" : "conflict";
  }
  const { position } = head;
  await sql.run("DELETE FROM template_versions WHERE template = $position", { position });
  await sql.run("DELETE FROM templates WHERE position = $position", { position });
  return "removed";
}

export async function findTemplate(sql: Sql, { version, ...place }: Input<"find">): Promise<Template | undefined> {
  const row = await sql.get<TemplateRow>(
    `SELECT ${SUMMARY_COLUMNS}, ${TEXT_COLUMNS} ${FROM} AND slug = $slug
       AND versions.version = coalesce($version, templates.version)`,
    { ...place, version: version ?? null },
  );
  return row === undefined ? undefined : toTemplate(row);
}

export const listTemplates = async (
  sql: Sql,
  { accountId, limit, after }: Input<"list">,
): Promise<readonly TemplateSummary[]> =>
  (
    await sql.all<TemplateSummary>(
      `SELECT ${SUMMARY_COLUMNS} ${FROM} AND slug > $after AND versions.version = templates.version
       ORDER BY slug LIMIT $limit`,
      { accountId, limit, after: after ?? "" },
    )
  ).map((row) => ({ ...row }));

export const listVersions = async (
  sql: Sql,
  { accountId, slug, limit, before }: Input<"versions">,
): Promise<readonly TemplateSummary[]> =>
  (
    await sql.all<TemplateSummary>(
      `SELECT ${SUMMARY_COLUMNS} ${FROM} AND slug = $slug AND versions.version < coalesce($before, 9223372036854775807)
       ORDER BY versions.version DESC LIMIT $limit`,
      { accountId, slug, limit, before: before ?? null },
    )
  ).map((row) => ({ ...row }));

const SUMMARY_COLUMNS = `templates.id, account_id AS "accountId", slug, versions.version, name, description, format,
  templates.created_at AS "createdAt", versions.created_at AS "updatedAt"`;
const TEXT_COLUMNS = `content, css, header_html AS "headerHtml", footer_html AS "footerHtml", page,
  variables_schema AS "variablesSchema", sample, labels`;
const FROM = `FROM templates JOIN template_versions AS versions ON versions.template = templates.position
  WHERE account_id = $accountId`;

/** The columns of a version; members that are JSON are text. */
interface VersionRow extends Omit<TemplateContent, "page" | "variablesSchema" | "sample" | "labels"> {
  readonly page: string;
  readonly variablesSchema: string | null;
  readonly sample: string | null;
  readonly labels: string | null;
  readonly sizeBytes: number;
}

type TemplateRow = TemplateSummary & Omit<VersionRow, "sizeBytes">;

function toTemplate({ page, variablesSchema, sample, labels, ...row }: TemplateRow): Template {
  return {
    ...row,
    page: fromJson<JsonMembers>(page),
    variablesSchema: variablesSchema === null ? null : fromJson<JsonMembers>(variablesSchema),
    sample: sample === null ? null : fromJson<JsonMembers>(sample),
    labels: labels === null ? null : fromJson<TemplateLabels>(labels),
  };
}

function rowOf({ variablesSchema, sample, labels, ...content }: TemplateContent): VersionRow {
  const texts = {
    name: content.name,
    description: content.description,
    content: content.content,
    css: content.css,
    headerHtml: content.headerHtml,
    footerHtml: content.footerHtml,
    page: JSON.stringify(content.page),
    variablesSchema: variablesSchema === null ? null : JSON.stringify(variablesSchema),
    sample: sample === null ? null : JSON.stringify(sample),
    labels: labels === null ? null : JSON.stringify(labels),
  };
  const sizeBytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), 0);
  return { ...texts, format: content.format, sizeBytes };
}

const isSame = (one: VersionRow, other: VersionRow): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The row of a template; `version` is the current one. */
interface Head extends ExpectedTemplate {
  readonly position: number;
}

const isExpected = (head: Head, expected: ExpectedTemplate | undefined): boolean =>
  expected === undefined || (head.id === expected.id && head.version === expected.version);

interface Place {
  readonly accountId: string;
  readonly slug: string;
}

const headOf = async (sql: Sql, { accountId, slug }: Place): Promise<Head | undefined> =>
  await sql.get<Head>("SELECT position, id, version FROM templates WHERE account_id = $accountId AND slug = $slug", {
    accountId,
    slug,
  });

const headOfOrigin = async (sql: Sql, origin: string): Promise<Head | undefined> =>
  await sql.get<Head>("SELECT position, id, version FROM templates WHERE origin = $origin", { origin });

async function existingHead(sql: Sql, place: Place): Promise<Head> {
  const head = await headOf(sql, place);
  assert(head !== undefined, `template ${place.slug} exists`);
  return head;
}

async function current(sql: Sql, { position, version }: Head): Promise<Template> {
  const row = await sql.get<TemplateRow>(
    `SELECT ${SUMMARY_COLUMNS}, ${TEXT_COLUMNS} FROM templates
     JOIN template_versions AS versions ON versions.template = templates.position
     WHERE templates.position = $position AND versions.version = $version`,
    { position, version },
  );
  assert(row !== undefined, `template ${position} has its version ${version}`);
  return toTemplate(row);
}

async function heldBy(sql: Sql, accountId: string): Promise<{ readonly templates: number; readonly bytes: number }> {
  const held = await sql.get<{ readonly templates: number; readonly bytes: number }>(
    `SELECT count(*) AS templates, coalesce(sum(size_bytes), 0) AS bytes FROM templates WHERE account_id = $accountId`,
    { accountId },
  );
  return held ?? { templates: 0, bytes: 0 };
}

async function sizeOfOldVersions(
  sql: Sql,
  { position, version }: Head,
  { maxVersions }: TemplateBounds,
): Promise<number> {
  const old = await sql.get<{ readonly bytes: number }>(
    `SELECT coalesce(sum(size_bytes), 0) AS bytes FROM template_versions
     WHERE template = $position AND version <= $last`,
    { position, last: version - maxVersions },
  );
  return old?.bytes ?? 0;
}

async function removeOldVersions(
  sql: Sql,
  { position, version }: Head,
  { maxVersions }: TemplateBounds,
): Promise<void> {
  await sql.run("DELETE FROM template_versions WHERE template = $position AND version <= $last", {
    position,
    last: version - maxVersions,
  });
}

async function insertVersion(
  sql: Sql,
  { head, row, now }: { readonly head: Head; readonly row: VersionRow; readonly now: number },
): Promise<void> {
  await sql.run(
    `INSERT INTO template_versions (template, version, name, description, format, content, css, header_html, footer_html,
       page, variables_schema, sample, labels, size_bytes, created_at)
     VALUES ($position, $version, $name, $description, $format, $content, $css, $headerHtml, $footerHtml,
       $page, $variablesSchema, $sample, $labels, $sizeBytes, $now)`,
    { position: head.position, version: head.version, ...row, now },
  );
}
