import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import { type OperationForm as OperationDescription, operationForms } from "../api/description.ts";
import { useResource } from "../api/use-resource.ts";
import { ProblemNotice } from "../design/notice.tsx";
import { Loading, Page } from "../design/page.tsx";
import { useSession } from "../session/session.tsx";
import { OperationForm } from "./operation-form.tsx";
import styles from "./playground.module.css";

const GROUPS: Readonly<Record<string, string>> = {
  convert: "Convert",
  pdf: "Change PDFs",
  extract: "Extract",
  ocr: "Read scans",
  vision: "Read with a model",
};

/** Tries every operation of the API, by a form that is made from its description. */
export function Playground({ name }: { readonly name: string | undefined }): ReactNode {
  const { may } = useSession();
  const { data, problem, reload } = useResource(useCallback(() => operationForms(), []));
  if (problem !== undefined) {
    return (
      <Page title="Playground">
        <ProblemNotice problem={problem} onRetry={reload} />
      </Page>
    );
  }
  if (data === undefined) {
    return (
      <Page title="Playground">
        <Loading lines={8} />
      </Page>
    );
  }
  const operations = data.filter(({ scope }) => may(scope));
  const chosen = operations.find((operation) => operation.name === name);
  return (
    <Page
      title={chosen?.summary ?? "Playground"}
      about={
        chosen === undefined
          ? "Choose an operation, drop a file on it and look at the result."
          : chosen.description.split(/(?<=\.)\s/)[0]?.replaceAll("`", "")
      }
      actions={chosen !== undefined && <Link href="/playground">All operations</Link>}
    >
      {chosen === undefined ? (
        <OperationList operations={operations} />
      ) : (
        <OperationForm key={chosen.name} operation={chosen} />
      )}
    </Page>
  );
}

function OperationList({ operations }: { readonly operations: readonly OperationDescription[] }): ReactNode {
  const groups = Map.groupBy(operations, ({ scope }) => scope);
  return (
    <div className={styles["groups"]}>
      {[...groups].map(([scope, members]) => (
        <section key={scope} aria-label={GROUPS[scope] ?? scope}>
          <h2>{GROUPS[scope] ?? scope}</h2>
          <ul className={styles["operations"]}>
            {members.map(({ name, summary, price }) => (
              <li key={name}>
                <Link href={`/playground/${name}`} className={styles["operation"]}>
                  <strong>{summary}</strong>
                  <span>{price.split(/[;.,]/)[0]?.replaceAll("`", "")}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
