import type { ReactNode } from "react";
import { Label, ProgressBar } from "react-aria-components";
import { Button } from "../design/button.tsx";
import { BrokenConnection } from "../jobs/broken-connection.tsx";
import type { RunState } from "./run.ts";
import styles from "./playground.module.css";

/** How far a call is, with a button that cancels it. */
export function Progress({ state, onCancel }: { readonly state: RunState; onCancel(): void }): ReactNode {
  const shown = shownOf(state);
  if (shown === undefined) {
    return null;
  }
  return (
    <>
      <div className={styles["progress"]}>
        <ProgressBar
          {...(shown.share === undefined ? { isIndeterminate: true } : { value: shown.share * 100 })}
          className={styles["meter"]!}
        >
          {({ percentage }) => (
            <>
              <Label>{shown.label}</Label>
              <progress className={styles["track"]} aria-hidden="true" max={100} value={percentage} />
            </>
          )}
        </ProgressBar>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
      {state.kind === "job" && state.againAtMs !== undefined && <BrokenConnection againAtMs={state.againAtMs} />}
    </>
  );
}

function shownOf(state: RunState): { readonly label: string; readonly share?: number } | undefined {
  switch (state.kind) {
    case "uploading":
      return { label: `Uploading, ${Math.round(state.share * 100)} %`, share: state.share };
    case "working":
      return { label: "Working" };
    case "job": {
      const { status = "accepted", progress } = state.job ?? {};
      const { pages_done: done, pages_total: total } = progress ?? {};
      return typeof done === "number" && typeof total === "number" && total > 0
        ? { label: `Job ${status}: ${done} of ${total} pages`, share: done / total }
        : { label: `Job ${status}` };
    }
    case "idle":
      return undefined;
  }
}
