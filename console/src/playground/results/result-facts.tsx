import type { ReactNode } from "react";
import { shownBytes, shownDuration } from "../../design/shown.ts";
import { creditsInWords } from "../price.tsx";
import type { Answer } from "../send.ts";
import { Download } from "../../design/download.tsx";
import styles from "./results.module.css";
import { Warnings } from "./warnings.tsx";

interface ResultFactsProps {
  readonly answer: Answer;
  readonly tookMs: number;
  /** What the call was estimated to cost. */
  readonly estimate: string | undefined;
}

/** What a result has cost beside what was estimated, how long it took, its warnings, and a way to keep it. */
export function ResultFacts({ answer, tookMs, estimate }: ResultFactsProps): ReactNode {
  const charged = answer.headers.get("x-credits-charged");
  const left = answer.headers.get("x-credits-remaining");
  return (
    <>
      <div className={styles["facts"]}>
        <span>{shownBytes(answer.blob.size)}</span>
        <span>{shownDuration(tookMs)}</span>
        {charged !== null && (
          <span>
            <strong>{creditsInWords(charged)}</strong> charged
            {estimate !== undefined && `, estimated ${estimate}`}
            {left !== null && `, ${left} left`}
          </span>
        )}
        <Download blob={answer.blob} filename={answer.filename} />
      </div>
      <Warnings header={answer.headers.get("x-warnings")} />
    </>
  );
}
