import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import { bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { useResource } from "../api/use-resource.ts";
import { Badge } from "../design/badge.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading, Page } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import { shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { usePages } from "../design/use-pages.ts";
import { useSession } from "../session/session.tsx";
import { NewTemplate } from "./new-template.tsx";
import { Starters } from "./starters.tsx";
import styles from "./templates.module.css";

type Summary = components["schemas"]["TemplateSummary"];

const COLUMNS = [
  { id: "name", label: "Template" },
  { id: "format", label: "Format" },
  { id: "version", label: "Version", align: "end" },
  { id: "changed", label: "Changed" },
] as const;

/** All templates: those of the account, and the built-in ones to begin with. */
export function TemplateList(): ReactNode {
  const { client, may } = useSession();
  const pages = usePages();
  const { cursor } = pages;
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(
          await client.GET("/api/v1/templates", {
            params: { query: { limit: 100, ...(cursor !== undefined && { cursor }) } },
            signal,
          }),
        ),
      [client, cursor],
    ),
  );
  const own = data?.items.filter(({ builtin }) => !builtin) ?? [];
  const builtin = data?.items.filter((template) => template.builtin) ?? [];
  return (
    <Page
      title="Templates"
      about="HTML or Markdown with places to be filled in, stored once and printed with the variables alone."
      actions={may("templates:write") && <NewTemplate starters={data?.items ?? []} />}
    >
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      <Card title="Yours">
        <div className={styles["list"]}>
          {data === undefined ? (
            problem === undefined && <Loading lines={5} />
          ) : own.length === 0 ? (
            <Empty title="No templates yet">
              <p>
                {may("templates:write")
                  ? "Make one from nothing, or from a built-in one below: open it, change it and save."
                  : "This key may read templates; a key with the scope templates:write can make them."}
              </p>
            </Empty>
          ) : (
            <Summaries label="Templates of the account" rows={own} />
          )}
        </div>
        <Pager pages={pages} nextCursor={data?.next_cursor} of="templates" />
      </Card>
      {builtin.length > 0 && (
        <Card title="Built-in, to begin with">
          <Starters starters={builtin} />
        </Card>
      )}
    </Page>
  );
}

const Summaries = ({ label, rows }: { readonly label: string; readonly rows: readonly Summary[] }): ReactNode => (
  <Table label={label} columns={COLUMNS} rows={rows} keyOf={({ slug }) => slug}>
    {({ slug, name, description, format, version, updated_at: updatedAt }) => ({
      name: (
        <div className={styles["name"]}>
          <Link href={`/templates/${slug}`}>{name}</Link>
          <code>{slug}</code>
          {description !== "" && <span className={styles["soft"]}>{description}</span>}
        </div>
      ),
      format: <Badge>{format}</Badge>,
      version,
      changed: shownTime(updatedAt),
    })}
  </Table>
);
