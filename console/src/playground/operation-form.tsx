import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import type { OperationForm as OperationDescription } from "../api/description.ts";
import { Problem } from "../api/problem.ts";
import { Button } from "../design/button.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card } from "../design/page.tsx";
import { shownBytes, shownDuration } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import { CodeSamples } from "./code-samples.tsx";
import { DropArea } from "./drop-area.tsx";
import { FormFields } from "./form-fields.tsx";
import { useFormState } from "./form-state.ts";
import { type Call, useCalls } from "./history.ts";
import styles from "./playground.module.css";
import { estimateInWords, Price, useEstimate } from "./price.tsx";
import { Progress } from "./progress.tsx";
import { formDataOf, sizeOf } from "./request.ts";
import { ResultPanel } from "./result-panel.tsx";
import { type Run, startRun, useRuns } from "./run.ts";
import { sourcesOf } from "./sources.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** A call that is shown again, or made again. */
export interface Reopened {
  readonly call: Call;
  readonly isRepeated: boolean;
}

interface OperationFormProps {
  readonly operation: OperationDescription;
  readonly reopened: Reopened | undefined;
}

/** The form of an operation, its call, and the result beside what was sent. */
export function OperationForm({ operation, reopened }: OperationFormProps): ReactNode {
  const session = useSession();
  const form = useFormState(operation, reopened?.call);
  const { fields, values, files, chosenSource, parts, faults } = form;
  const tooLarge =
    sizeOf(parts) > session.limits.upload_bytes
      ? tooLargeProblem(sizeOf(parts), session.limits.upload_bytes)
      : undefined;
  // What the service would refuse for its size is not sent for its price either.
  const estimate = useEstimate(operation.name, parts, faults.size === 0 && tooLarge === undefined);
  // A call of this operation goes on when the page is left, and is here again when it is opened.
  const run = useRuns(session.apiKey).find(({ made }) => made.operation === operation.name);
  const [call, setCall] = useEndOf(run, reopened?.isRepeated === true ? undefined : reopened?.call);
  const element = useRef<HTMLFormElement>(null);
  const isBusy = run !== undefined;
  useShortcuts(element, run?.cancel);

  const send = (): void => {
    const made = {
      id: crypto.randomUUID(),
      operation: operation.name,
      path: operation.path,
      values,
      files,
      chosenSource,
      sources: sourcesOf(fields, parts),
      estimate: estimate === undefined ? undefined : estimateInWords(estimate),
      at: new Date(),
    };
    setCall(undefined);
    startRun(session, made, formDataOf(parts));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || tooLarge !== undefined) {
      return;
    }
    const [wrong] = faults.keys();
    if (wrong === undefined) {
      send();
    } else {
      form.checkAll();
      setTimeout(() => focusField(element.current, wrong));
    }
  };
  const isRepeated = useRef(reopened?.isRepeated === true);
  useEffect(() => {
    if (isRepeated.current) {
      isRepeated.current = false;
      send();
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form opens
  }, []);
  const problem = call?.outcome.kind === "failed" ? call.outcome.problem : undefined;
  return (
    <DropArea
      onFiles={(added) => {
        form.take(added);
        setCall(undefined);
      }}
      onText={form.takeText}
    >
      <div className={styles["columns"]}>
        <Form ref={element} className={styles["form"]!} onSubmit={submit} validationBehavior="aria">
          <Card>
            <FormFields form={form} problem={problem} onFiles={() => setCall(undefined)} />
            {tooLarge !== undefined && <ProblemNotice problem={tooLarge} />}
            <div className={styles["go"]}>
              <Button
                kind="primary"
                type="submit"
                aria-keyshortcuts="Control+Enter"
                isDisabled={isBusy || tooLarge !== undefined}
              >
                {operation.summary}
              </Button>
              <kbd className={styles["keys"]}>Ctrl+Enter</kbd>
              <Price words={operation.price} estimate={estimate} />
            </div>
          </Card>
          <Card title="The same call in code">
            <CodeSamples path={operation.path} parts={parts} />
          </Card>
        </Form>
        <section className={styles["result"]} aria-label="Source and result" aria-busy={isBusy}>
          <p role="status" className="visually-hidden">
            {call?.outcome.kind === "done" && `Done in ${shownDuration(call.tookMs)}.`}
          </p>
          {run !== undefined && <Progress run={run} />}
          <ResultPanel call={call} sources={sourcesOf(fields, parts.filter(isFile))} isBusy={isBusy} />
        </section>
      </div>
    </DropArea>
  );
}

/** The call that is shown: the one that is set, until the one under way has ended. */
function useEndOf(
  run: Run | undefined,
  initial: Call | undefined,
): readonly [Call | undefined, (call: Call | undefined) => void] {
  const { apiKey } = useSession();
  const calls = useCalls(apiKey);
  const [call, setCall] = useState(initial);
  const [awaited, setAwaited] = useState<string>();
  if (run !== undefined && run.made.id !== awaited) {
    setAwaited(run.made.id);
    setCall(calls.find(({ id }) => id === awaited));
  }
  if (run === undefined && awaited !== undefined) {
    setAwaited(undefined);
    setCall(calls.find(({ id }) => id === awaited));
  }
  return [call, setCall];
}

const isFile = (part: object): boolean => "file" in part;

function focusField(form: HTMLElement | null, name: string): void {
  form
    ?.querySelector<HTMLElement>(
      `[data-field="${CSS.escape(name)}"] :is(input:not([type="file"], [hidden]), textarea, button)`,
    )
    ?.focus();
}

const tooLargeProblem = (bytes: number, limit: number): Problem =>
  new Problem(`The files have ${shownBytes(bytes)}; a request has at most ${shownBytes(limit)}.`, {
    status: 413,
    code: "payload_too_large",
  });
