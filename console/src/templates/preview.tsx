import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { Button } from "../design/button.tsx";
import { Notice, ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { SwitchField } from "../design/switch-field.tsx";
import { ResultView } from "../playground/results/result-view.tsx";
import { useSession } from "../session/session.tsx";
import type { Stored } from "./draft.ts";
import styles from "./templates.module.css";
import { usePreview } from "./use-preview.ts";

interface PreviewProps {
  readonly stored: Stored;
  /** The sample data as they are in the editor. */
  readonly sample: string;
  /** Whether other parts have changes that the preview cannot show yet. */
  readonly hasUnsaved: boolean;
}

/** What the template prints with the sample data, again whenever they change or the template is saved. */
export function Preview({ stored, sample, hasUnsaved }: PreviewProps): ReactNode {
  const { may } = useSession();
  const mayPreview = may("templates:write") || may("pdf");
  const [isLive, setIsLive] = useState(true);
  const { shown, problem, isBusy, credits, print } = usePreview(stored, sample, { isLive: isLive && mayPreview });
  return (
    <Card
      title="Preview"
      actions={
        <>
          <Button isDisabled={!mayPreview || isBusy} onPress={print}>
            {isBusy ? "Printing…" : "Print again"}
          </Button>
        </>
      }
    >
      <div className={styles["row"]}>
        <SwitchField label="Follow the data as they are typed" isSelected={isLive} onChange={setIsLive} />
        <span className={styles["soft"]}>
          A preview costs what the document does; so far {credits} {credits === 1 ? "credit" : "credits"}.
        </span>
      </div>
      <p className={styles["unsaved"]} role="status">
        {hasUnsaved && `This is version ${stored.template.version}. Save to see what you have changed in the template.`}
      </p>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={print} />}
      {!mayPreview && <Notice>A preview needs a key with the scope templates:write or pdf.</Notice>}
      <div className={styles["preview"]} aria-busy={isBusy}>
        {shown === undefined ? (
          isBusy ? (
            <Loading lines={8} />
          ) : (
            <Empty title="Nothing printed yet">
              <p>{problem === undefined ? "Print it with the sample data." : "Mend what is said above."}</p>
            </Empty>
          )
        ) : shown.job === undefined ? (
          <ResultView answer={shown.answer} tookMs={shown.tookMs} />
        ) : (
          <Notice>
            This takes longer and has become a job: <Link href={`/jobs/${shown.job}`}>look at it there</Link>.
          </Notice>
        )}
      </div>
    </Card>
  );
}
