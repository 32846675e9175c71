import type { ReactNode } from "react";
import type { OperationForm } from "../api/description.ts";
import { Button } from "../design/button.tsx";
import { Card } from "../design/page.tsx";
import { shownDuration } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import styles from "./call-history.module.css";
import { labelOf } from "./fields/field-kind.ts";
import { type Call, type MadeCall, useCalls } from "./history.ts";
import { shownOf } from "./progress.tsx";
import { useRuns } from "./run.ts";

interface CallHistoryProps {
  readonly operations: readonly OperationForm[];
  /** The operation whose page is shown; undefined where none is. */
  readonly shown: string | undefined;
  /** Shows a call that is under way. */
  onWatch(made: MadeCall): void;
  /** Shows a call again, as it was. */
  onOpen(call: Call): void;
  /** Makes a call again. */
  onRepeat(call: Call): void;
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** The last calls of this tab, with their results: each can be opened again, or made again. */
export function CallHistory({ operations, shown, onWatch, onOpen, onRepeat }: CallHistoryProps): ReactNode {
  const { apiKey } = useSession();
  const calls = useCalls(apiKey);
  // The page of an operation shows the last call of its own itself.
  const allRuns = useRuns(apiKey);
  const ownRun = allRuns.find(({ made }) => made.operation === shown);
  const runs = allRuns.filter((run) => run !== ownRun);
  if (calls.length === 0 && runs.length === 0) {
    return null;
  }
  const nameOf = ({ operation }: MadeCall): string =>
    operations.find(({ name }) => name === operation)?.summary ?? operation;
  return (
    <Card title="Calls of this tab">
      <p className={styles["about"]}>The last 20 calls and their results, until the page is loaded again.</p>
      <ol className={styles["calls"]}>
        {runs.map(({ made, state, cancel }) => {
          const call = { name: nameOf(made), time: TIME.format(made.at) };
          return (
            <CallEntry key={made.id} {...call} made={made} facts={shownOf(state).label}>
              {made.operation !== shown && (
                <Button aria-label={`Watch ${call.name} of ${call.time}`} onPress={() => onWatch(made)}>
                  Watch
                </Button>
              )}
              <Button aria-label={`Cancel ${call.name} of ${call.time}`} onPress={cancel}>
                Cancel
              </Button>
            </CallEntry>
          );
        })}
        {calls.map((made) => {
          const call = { name: nameOf(made), time: TIME.format(made.at) };
          const facts = `${shownDuration(made.tookMs)} · ${outcomeOf(made)}`;
          return (
            <CallEntry key={made.id} {...call} made={made} facts={facts}>
              <Button aria-label={`Open ${call.name} of ${call.time}`} onPress={() => onOpen(made)}>
                Open
              </Button>
              <Button aria-label={`Repeat ${call.name} of ${call.time}`} onPress={() => onRepeat(made)}>
                Repeat
              </Button>
            </CallEntry>
          );
        })}
      </ol>
    </Card>
  );
}

interface CallEntryProps {
  readonly name: string;
  readonly time: string;
  readonly made: MadeCall;
  /** How far the call is, or what came of it. */
  readonly facts: string;
  /** What can be done with it. */
  readonly children: ReactNode;
}

const CallEntry = ({ name, time, made, facts, children }: CallEntryProps): ReactNode => (
  <li className={styles["call"]}>
    <div className={styles["what"]}>
      <strong>{name}</strong>
      <span className={styles["with"]}>{enteredOf(made)}</span>
      <span className={styles["facts"]}>
        {time} · {facts}
      </span>
    </div>
    {children}
  </li>
);

const LONGEST = 120;

/** Returns what was entered, in a line; passwords are not shown. */
function enteredOf({ values, files }: MadeCall): string {
  const names = Object.values(files)
    .flat()
    .map(({ name }) => name);
  const texts = Object.entries(values)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${labelOf(name)}: ${name.includes("password") ? "•••" : beginningOf(value, 40)}`);
  const line = [...names, ...texts].join(" · ");
  return line.length > LONGEST ? `${beginningOf(line, LONGEST)}…` : line;
}

/** Returns the beginning of a text, which ends with a whole character. */
const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

function outcomeOf({ outcome }: Call): string {
  switch (outcome.kind) {
    case "done": {
      const charged = outcome.answer.headers.get("x-credits-charged");
      return charged === null ? "done" : `${charged} ${charged === "1" ? "credit" : "credits"}`;
    }
    case "failed":
      return `failed, ${outcome.problem.code}`;
    case "cancelled":
      return "cancelled";
  }
}
