import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { asProblem, type Problem } from "../api/problem.ts";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { shownDuration, shownTime } from "../design/shown.ts";
import { DeliveryState } from "./delivery-state.tsx";
import { type Delivery, FAILED, isUnderWay } from "./events.ts";
import styles from "./webhooks.module.css";

interface DeliveryDialogProps {
  readonly delivery: Delivery;
  redeliver(): Promise<void>;
  onClose(): void;
}

/** A delivery with each of its attempts and what was answered, as text; it can be sent once more. */
export function DeliveryDialog({ delivery, redeliver, onClose }: DeliveryDialogProps): ReactNode {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { event, job_id: jobId, url, reason, attempts } = delivery;
  const send = (): void => {
    setIsBusy(true);
    setProblem(undefined);
    redeliver()
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setIsBusy(false));
  };
  return (
    <Dialog title={event} isOpen onClose={onClose}>
      <dl className={styles["facts"]}>
        <dt>State</dt>
        <dd aria-live="polite">
          <DeliveryState delivery={delivery} /> {reason !== null && FAILED[reason]}
        </dd>
        <dt>Address</dt>
        <dd>{url}</dd>
        <dt>webhook-id</dt>
        <dd>
          <code>{delivery.delivery_id}</code>
        </dd>
        <dt>Event of</dt>
        <dd>{shownTime(delivery.created_at)}</dd>
        {jobId !== null && (
          <>
            <dt>Job</dt>
            <dd>
              <Link href={`/jobs/${jobId}`}>{jobId}</Link>; the event has it as it was then
            </dd>
          </>
        )}
        <dt>Next try</dt>
        <dd>{shownTime(delivery.next_attempt_at)}</dd>
        <dt>Ended</dt>
        <dd>{shownTime(delivery.completed_at)}</dd>
      </dl>
      <h3>
        {attempts.length === 0 ? "No attempt yet" : attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`}
      </h3>
      {attempts.length > 0 && (
        <ol className={styles["attempts"]}>
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              <div className={styles["row"]}>
                <Badge kind={isGood(attempt.status) ? "good" : "bad"}>{attempt.status ?? "no answer"}</Badge>
                <span>{shownTime(attempt.at)}</span>
                <span className={styles["soft"]}>{shownDuration(attempt.duration_ms)}</span>
              </div>
              {attempt.error !== null && <p>{attempt.error}</p>}
              {attempt.response !== null && attempt.response !== "" && (
                <pre className={styles["answer"]} tabIndex={0} aria-label="Answer" role="group">
                  {attempt.response}
                </pre>
              )}
            </li>
          ))}
        </ol>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
        <Button kind="primary" isDisabled={isBusy || isUnderWay(delivery)} onPress={send}>
          Send it once more
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const isGood = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
