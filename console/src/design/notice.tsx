import type { ReactNode } from "react";
import type { Problem } from "../api/problem.ts";
import { Button } from "./button.tsx";
import styles from "./notice.module.css";
import { TimeLeft } from "./time-left.tsx";

interface NoticeProps {
  readonly kind?: "info" | "good" | "bad" | "warn";
  readonly title?: string;
  readonly children: ReactNode;
}

/** A message in the page; what is wrong is read out at once. */
export const Notice = ({ kind = "info", title, children }: NoticeProps): ReactNode => (
  <div className={`${styles["notice"]} ${styles[kind]}`} role={kind === "bad" ? "alert" : "status"}>
    {title !== undefined && <strong>{title}</strong>}
    <div>{children}</div>
  </div>
);

/** What went wrong with a request, what can be done, and the id of the request for those who are asked for help. */
export const ProblemNotice = ({
  problem,
  onRetry,
}: {
  readonly problem: Problem;
  readonly onRetry?: () => void;
}): ReactNode => (
  <Notice kind="bad" title={TITLES[problem.status] ?? (problem.status === 0 ? "No answer" : `Error ${problem.status}`)}>
    <p className={styles["message"]}>{problem.message}</p>
    {problem.retryAtMs !== undefined && (
      <p>
        <TimeLeft untilMs={problem.retryAtMs}>
          {(left) => (left === undefined ? "It can be tried again now." : `It can be tried again in ${left}.`)}
        </TimeLeft>
      </p>
    )}
    <p className={styles["facts"]}>
      {problem.code}
      {problem.requestId !== undefined && ` · request ${problem.requestId}`}
    </p>
    {onRetry !== undefined && <Button onPress={onRetry}>Try again</Button>}
  </Notice>
);

const TITLES: Readonly<Record<number, string>> = {
  400: "The request cannot be done",
  401: "The key is not accepted",
  402: "Not enough credits",
  403: "This key may not do that",
  404: "Not found",
  409: "Not possible now",
  410: "No longer there",
  413: "Too large",
  422: "Some fields are not right",
  429: "Too many requests",
  503: "Not available now",
};
