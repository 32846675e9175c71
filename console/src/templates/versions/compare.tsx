import { type ReactNode, useCallback, useState } from "react";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../design/button.tsx";
import { ChoiceField } from "../../design/choice-field.tsx";
import { ProblemNotice } from "../../design/notice.tsx";
import { Loading } from "../../design/page.tsx";
import { useSession } from "../../session/session.tsx";
import { type Draft, draftOf } from "../draft.ts";
import { readVersion } from "../read-template.ts";
import styles from "../templates.module.css";
import { Differences } from "./differences.tsx";

const EDITOR = "editor";

interface CompareProps {
  readonly slug: string;
  readonly versions: readonly number[];
  /** The version with which the comparison begins. */
  readonly from: number;
  /** What is in the editor. */
  readonly draft: Draft;
  onClose(): void;
}

/** Two versions, or a version and what is in the editor, side by side as a difference. */
export function Compare({ slug, versions, from, draft, onClose }: CompareProps): ReactNode {
  const { client } = useSession();
  const [before, setBefore] = useState(String(from));
  const [after, setAfter] = useState(EDITOR);
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        await Promise.all(
          [before, after].map(async (chosen) =>
            chosen === EDITOR
              ? undefined
              : draftOf(await readVersion(client, { slug, version: Number(chosen) }, signal)),
          ),
        ),
      [client, slug, before, after],
    ),
  );
  const options = [
    ...versions.map((version) => ({ id: String(version), label: `Version ${version}` })),
    { id: EDITOR, label: "What is in the editor" },
  ];
  return (
    <section className={styles["stack"]} aria-label="Differences">
      <div className={styles["pair"]}>
        <ChoiceField label="From" value={before} options={options} onChange={setBefore} />
        <ChoiceField label="To" value={after} options={options} onChange={setAfter} />
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      {data === undefined ? (
        problem === undefined && <Loading lines={4} />
      ) : (
        <Differences before={data[0] ?? draft} after={data[1] ?? draft} />
      )}
      <div>
        <Button onPress={onClose}>Hide the differences</Button>
      </div>
    </section>
  );
}
