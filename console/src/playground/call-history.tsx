import type { ReactNode } from "react";
import type { OperationForm } from "../api/description.ts";
import { Button } from "../design/button.tsx";
import { Card } from "../design/page.tsx";
import { shownDuration } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import styles from "./call-history.module.css";
import { labelOf } from "./fields/field-kind.ts";
import { type Call, useCalls } from "./history.ts";

interface CallHistoryProps {
  readonly operations: readonly OperationForm[];
  /** Shows a call again, as it was. */
  onOpen(call: Call): void;
  /** Makes a call again. */
  onRepeat(call: Call): void;
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** The last calls of this tab, with their results: each can be opened again, or made again. */
export function CallHistory({ operations, onOpen, onRepeat }: CallHistoryProps): ReactNode {
  const { apiKey } = useSession();
  const calls = useCalls(apiKey);
  if (calls.length === 0) {
    return null;
  }
  return (
    <Card title="Calls of this tab">
      <p className={styles["about"]}>The last 20 calls and their results, until the page is loaded again.</p>
      <ol className={styles["calls"]}>
        {calls.map((call) => {
          const name = operations.find((operation) => operation.name === call.operation)?.summary ?? call.operation;
          const time = TIME.format(call.at);
          return (
            <li key={call.id} className={styles["call"]}>
              <div className={styles["what"]}>
                <strong>{name}</strong>
                <span className={styles["with"]}>{enteredOf(call)}</span>
                <span className={styles["facts"]}>
                  {time} · {shownDuration(call.tookMs)} · {outcomeOf(call)}
                </span>
              </div>
              <Button aria-label={`Open ${name} of ${time}`} onPress={() => onOpen(call)}>
                Open
              </Button>
              <Button aria-label={`Repeat ${name} of ${time}`} onPress={() => onRepeat(call)}>
                Repeat
              </Button>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

const LONGEST = 120;

/** Returns what was entered, in a line; passwords are not shown. */
function enteredOf({ values, files }: Call): string {
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
