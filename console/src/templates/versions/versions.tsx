import { type ReactNode, useCallback, useEffect, useState } from "react";
import { bodyOf } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/notice.tsx";
import { Card, Loading } from "../../design/page.tsx";
import { Pager } from "../../design/pager.tsx";
import { shownTime } from "../../design/shown.ts";
import { Table } from "../../design/table.tsx";
import { usePages } from "../../design/use-pages.ts";
import { useSession } from "../../session/session.tsx";
import type { Draft, Stored, Template } from "../draft.ts";
import styles from "../templates.module.css";
import { Compare } from "./compare.tsx";
import { VersionDialog } from "./version-dialog.tsx";

const COLUMNS = [
  { id: "version", label: "Version" },
  { id: "saved", label: "Saved" },
  { id: "name", label: "Name" },
  { id: "actions", label: "Look at it" },
] as const;

interface VersionsProps {
  readonly stored: Stored;
  readonly draft: Draft;
  readonly isChanged: boolean;
  /** Puts a version into the editor; it counts once it is saved. */
  onRestore(template: Template): void;
}

/** The versions of a template: opened, compared with each other or with the editor, and put back into it. */
export function Versions({ stored, draft, isChanged, onRestore }: VersionsProps): ReactNode {
  const { client } = useSession();
  const { slug, version: newest } = stored.template;
  const pages = usePages();
  const { cursor, page } = pages;
  const [opened, setOpened] = useState<number>();
  const [compared, setCompared] = useState<number>();
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(
          await client.GET("/api/v1/templates/{slug}/versions", {
            params: { path: { slug }, query: { limit: 20, ...(cursor !== undefined && { cursor: Number(cursor) }) } },
            signal,
          }),
        ),
      [client, slug, cursor],
    ),
  );
  const first = data?.items[0]?.version;
  useEffect(() => {
    if (page === 1 && first !== undefined && first !== newest) {
      reload();
    }
  }, [page, first, newest, reload]);
  const versions = data?.items.map(({ version }) => version) ?? [];
  return (
    <Card title="Versions">
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      {data === undefined ? (
        problem === undefined && <Loading lines={4} />
      ) : (
        <Table label="Versions" columns={COLUMNS} rows={data.items} keyOf={({ version }) => String(version)}>
          {({ version, updated_at: updatedAt, name }) => ({
            version: version === newest ? `${version}, the newest` : version,
            saved: shownTime(updatedAt),
            name,
            actions: (
              <div className={styles["row"]}>
                <Button kind="quiet" aria-label={`Open version ${version}`} onPress={() => setOpened(version)}>
                  Open
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`Differences from version ${version}`}
                  onPress={() => setCompared(version)}
                >
                  Differences
                </Button>
              </div>
            ),
          })}
        </Table>
      )}
      <Pager pages={pages} nextCursor={data?.next_cursor} of="versions" />
      {compared !== undefined && (
        <Compare
          key={compared}
          slug={slug}
          versions={versions}
          from={compared}
          draft={draft}
          onClose={() => setCompared(undefined)}
        />
      )}
      {opened !== undefined && (
        <VersionDialog
          slug={slug}
          version={opened}
          isChanged={isChanged}
          onRestore={onRestore}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}
