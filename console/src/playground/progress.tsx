import type { ReactNode } from "react";
import { Label, ProgressBar } from "react-aria-components";
import { Button } from "../design/button.tsx";
import { BrokenConnection } from "../jobs/broken-connection.tsx";
import type { Run, RunState } from "./run.ts";
import styles from "./playground.module.css";

/** How far a call is, with a button that cancels it. */
export function Progress({ run: { state, cancel } }: { readonly run: Run }): ReactNode {
  const shown = shownOf(state);
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
        <Button onPress={cancel}>Cancel</Button>
      </div>
      {state.kind === "job" && state.againAtMs !== undefined && <BrokenConnection againAtMs={state.againAtMs} />}
    </>
  );
}

/** Returns how far a call is in words, and as a share where that is known. */
export function shownOf(state: RunState): { readonly label: string; readonly share?: number } {
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
  }
}
