import { type ReactNode, useCallback, useState } from "react";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Card, Empty } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { usePages } from "../design/use-pages.ts";
import { useSession } from "../session/session.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditFilter, NO_FILTER, queryOf } from "./audit-filter.ts";
import { AuditTable } from "./audit-table.tsx";
import styles from "./settings.module.css";

/** Every change of accounts, credits, keys, templates, webhooks and settings, the newest first, and filters for them. */
export function AuditLog(): ReactNode {
  const { client } = useSession();
  const [filter, setFilter] = useState<AuditFilter>(NO_FILTER);
  const pages = usePages();
  const { cursor } = pages;
  const read = useCallback(
    async (signal: AbortSignal) => {
      const query = { ...queryOf(filter), ...(cursor !== undefined && { cursor }) };
      return bodyOf(await client.GET("/api/v1/audit", { params: { query }, signal }));
    },
    [client, filter, cursor],
  );
  const entries = useResource(read);
  const show = (wanted: AuditFilter): void => {
    pages.restart();
    setFilter(wanted);
    entries.reload();
  };
  return (
    <Card title="Audit log">
      <p className={styles["soft"]}>
        Written with each change, never changed, and kept for 90 days. Secrets and the texts of templates are not in it.
      </p>
      <AuditFilters onShow={show} />
      <ResourceView resource={entries} lines={20}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No entries">
              {filter === NO_FILTER ? "Nothing has been changed in 90 days." : "Change the filters, or clear them."}
            </Empty>
          ) : (
            <AuditTable entries={items} />
          )
        }
      </ResourceView>
      <Pager pages={pages} nextCursor={entries.data?.next_cursor} of="the audit log" />
    </Card>
  );
}
