import { type ReactNode, useEffect, useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { Notice, ProblemNotice } from "../design/notice.tsx";
import type { Call } from "./history.ts";
import styles from "./result-panel.module.css";
import { FileView } from "./results/file-view.tsx";
import { ResultFacts } from "./results/result-facts.tsx";
import { SourceView } from "./results/source-view.tsx";
import type { Source } from "./sources.ts";

type View = "source" | "result" | "beside";

const LABELS: Readonly<Record<View, string>> = { source: "Source", result: "Result", beside: "Side by side" };

interface ResultPanelProps {
  /** The call whose result is shown; undefined before the first one. */
  readonly call: Call | undefined;
  /** What has been chosen to be sent. */
  readonly sources: readonly Source[];
  readonly isBusy: boolean;
}

/** The result of a call beside its source, or one of them; before the call, the source. */
export function ResultPanel({ call, sources, isBusy }: ResultPanelProps): ReactNode {
  const isWide = useMedia("(width >= 1000px)");
  const [chosen, setChosen] = useState<View>();
  const outcome = call?.outcome;
  const answer = outcome?.kind === "done" ? outcome.answer : undefined;
  const shownSources = call === undefined ? sources : call.sources;
  const hasBoth = answer !== undefined && shownSources.length > 0;
  // JSON is shown on the pages of its source, so that there is no need for them twice.
  const usual: View =
    answer === undefined
      ? "source"
      : hasBoth && isWide && answer.mediaType !== "application/json"
        ? "beside"
        : "result";
  const view = hasBoth && chosen !== undefined && (isWide || chosen !== "beside") ? chosen : usual;
  const source = shownSources[0];
  return (
    <>
      {outcome?.kind === "failed" && <ProblemNotice problem={outcome.problem} />}
      {outcome?.kind === "cancelled" && <Notice>Cancelled. Nothing was charged for work that was not done.</Notice>}
      {answer !== undefined && call !== undefined && (
        <ResultFacts answer={answer} tookMs={call.tookMs} estimate={call.estimate} />
      )}
      {hasBoth && (
        <ToggleButtonGroup
          aria-label="What is shown"
          className={styles["views"]!}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[view]}
          onSelectionChange={(keys) => setChosen([...keys].map(viewOf)[0])}
        >
          {(["source", "result", "beside"] as const)
            .filter((id) => isWide || id !== "beside")
            .map((id) => (
              <ToggleButton key={id} id={id} className={styles["view"]!}>
                {LABELS[id]}
              </ToggleButton>
            ))}
        </ToggleButtonGroup>
      )}
      <div className={styles["panes"]} data-beside={view === "beside" || undefined}>
        {view !== "result" && shownSources.length > 0 && (
          <section className={styles["pane"]} aria-label="Source">
            {view === "beside" && <h3>Source</h3>}
            <SourceView sources={shownSources} />
          </section>
        )}
        {view !== "source" && answer !== undefined && (
          <section className={styles["pane"]} aria-label="Result">
            {view === "beside" && <h3>Result</h3>}
            <FileView
              key={call?.id}
              blob={answer.blob}
              mediaType={answer.mediaType}
              name={answer.filename || "Result"}
              source={source}
            />
          </section>
        )}
      </div>
      {answer === undefined && shownSources.length === 0 && !isBusy && outcome === undefined && (
        <p className={styles["placeholder"]}>
          Drop a file anywhere on the form, or paste it. The source is shown here, and the result beside it.
        </p>
      )}
    </>
  );
}

const viewOf = (key: string | number): View => (key === "source" || key === "beside" ? key : "result");

/** Returns whether a media query holds now. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const listen = (): void => setHolds(list.matches);
    list.addEventListener("change", listen);
    return () => list.removeEventListener("change", listen);
  }, [query]);
  return holds;
}
