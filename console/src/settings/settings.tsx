import type { ReactNode } from "react";
import { Link } from "wouter";
import { Empty, Page } from "../design/page.tsx";
import { useSession } from "../session/session.tsx";
import { AuditLog } from "./audit-log.tsx";
import { General } from "./general.tsx";
import { LimitsInForce } from "./limits-in-force.tsx";
import { Prices } from "./prices.tsx";
import { SystemFacts } from "./system-facts.tsx";
import styles from "./settings.module.css";

interface Section {
  /** The part of the address behind `/settings/`; none for the first. */
  readonly id: string;
  readonly label: string;
  readonly scope?: string;
  show(): ReactNode;
}

const SECTIONS: readonly Section[] = [
  { id: "", label: "General", show: () => <General /> },
  { id: "limits", label: "Limits", show: () => <LimitsInForce /> },
  { id: "prices", label: "Prices", show: () => <Prices /> },
  { id: "system", label: "System", scope: "admin", show: () => <SystemFacts /> },
  { id: "audit", label: "Audit log", scope: "admin", show: () => <AuditLog /> },
];

/** What is in force: for the key in use, for all, and, for administrators, on the machine. */
export function Settings({ section = "" }: { readonly section?: string | undefined }): ReactNode {
  const { may } = useSession();
  const sections = SECTIONS.filter(({ scope }) => scope === undefined || may(scope));
  const shown = sections.find(({ id }) => id === section);
  return (
    <Page title="Settings" about="What is in force: for this key, and for the service.">
      <nav aria-label="Settings" className={styles["sections"]}>
        {sections.map(({ id, label }) => (
          <Link
            key={id}
            href={id === "" ? "/settings" : `/settings/${id}`}
            className={styles["section"]}
            aria-current={id === section ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {shown === undefined ? (
        <Empty title="Nothing here">This page does not exist, or this key lacks the scope for it.</Empty>
      ) : (
        shown.show()
      )}
    </Page>
  );
}
