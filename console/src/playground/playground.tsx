import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { type OperationForm as OperationDescription, operationForms } from "../api/description.ts";
import { useResource } from "../api/use-resource.ts";
import { ProblemNotice } from "../design/notice.tsx";
import { Empty, Loading, Page } from "../design/page.tsx";
import { useSession } from "../session/session.tsx";
import { CallHistory } from "./call-history.tsx";
import { type Call, ownCalls } from "./history.ts";
import { OperationForm, type Reopened } from "./operation-form.tsx";
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
  const { apiKey, may } = useSession();
  useEffect(() => ownCalls(apiKey), [apiKey]);
  const [, navigate] = useLocation();
  const [reopened, setReopened] = useState<Reopened & { readonly turn: number }>();
  const reopen = (call: Call, isRepeated: boolean): void => {
    setReopened((known) => ({ call, isRepeated, turn: (known?.turn ?? 0) + 1 }));
    navigate(`/playground/${call.operation}`);
    window.scrollTo({ top: 0 });
  };
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
  if (operations.length === 0) {
    return (
      <Page title="Playground">
        <Empty title="This key may not call operations">
          <p>
            Sign in with a key that has a scope of operations, such as <code>pdf</code> or <code>convert</code>.
          </p>
        </Empty>
      </Page>
    );
  }
  const chosen = operations.find((operation) => operation.name === name);
  return (
    <Page
      title={chosen?.summary ?? "Playground"}
      about={
        chosen === undefined
          ? "Choose an operation, drop a file on it and look at the result."
          : chosen.description.split(/(?<=\.)\s/)[0]?.replaceAll("`", "")
      }
      actions={
        chosen !== undefined && (
          <Link href="/playground" onClick={() => setReopened(undefined)}>
            All operations
          </Link>
        )
      }
    >
      {chosen === undefined ? (
        <OperationList operations={operations} onChoose={() => setReopened(undefined)} />
      ) : (
        <OperationForm
          key={reopened?.call.operation === chosen.name ? `${chosen.name} ${reopened.turn}` : chosen.name}
          operation={chosen}
          reopened={reopened?.call.operation === chosen.name ? reopened : undefined}
        />
      )}
      <CallHistory
        operations={operations}
        shown={chosen?.name}
        onWatch={({ operation }) => {
          setReopened(undefined);
          navigate(`/playground/${operation}`);
          window.scrollTo({ top: 0 });
        }}
        onOpen={(call) => reopen(call, false)}
        onRepeat={(call) => reopen(call, true)}
      />
    </Page>
  );
}

interface OperationListProps {
  readonly operations: readonly OperationDescription[];
  onChoose(): void;
}

function OperationList({ operations, onChoose }: OperationListProps): ReactNode {
  const groups = Map.groupBy(operations, ({ scope }) => scope);
  return (
    <div className={styles["groups"]}>
      {[...groups].map(([scope, members]) => (
        <section key={scope} aria-label={GROUPS[scope] ?? scope}>
          <h2>{GROUPS[scope] ?? scope}</h2>
          <ul className={styles["operations"]}>
            {members.map(({ name, summary, price }) => (
              <li key={name}>
                <Link href={`/playground/${name}`} className={styles["operation"]} onClick={onChoose}>
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
