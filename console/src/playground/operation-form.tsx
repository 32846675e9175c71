import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Form, Heading } from "react-aria-components";
import type { OperationForm as OperationDescription } from "../api/description.ts";
import { Problem } from "../api/problem.ts";
import { Button } from "../design/button.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card } from "../design/page.tsx";
import { shownBytes } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import { CodeSamples } from "./code-samples.tsx";
import { type Field, fieldsOf } from "./fields/field-kind.ts";
import { FormField } from "./fields/form-field.tsx";
import styles from "./playground.module.css";
import { Price } from "./price.tsx";
import { Progress } from "./progress.tsx";
import { type Files, formDataOf, partsOf, sizeOf, type Values } from "./request.ts";
import { ResultView } from "./results/result-view.tsx";
import { useRun } from "./run.ts";

/** The form of an operation, its call, and the result beside it. */
export function OperationForm({ operation }: { readonly operation: OperationDescription }): ReactNode {
  const session = useSession();
  const fields = useMemo(() => fieldsOf(operation), [operation]);
  const [values, setValues] = useState<Values>({});
  const [files, setFiles] = useState<Files>({});
  const parts = useMemo(() => partsOf(fields, values, files), [fields, values, files]);
  const { state, start, cancel } = useRun(session);
  const isBusy = state.kind === "uploading" || state.kind === "working" || state.kind === "job";
  const problem = state.kind === "failed" ? state.problem : undefined;
  const tooLarge =
    sizeOf(parts) > session.limits.upload_bytes
      ? tooLargeProblem(sizeOf(parts), session.limits.upload_bytes)
      : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (tooLarge === undefined) {
      start({ path: operation.path, form: formDataOf(parts) });
    }
  };
  const shown = (field: Field): ReactNode => (
    <FormField
      key={field.name}
      field={field}
      value={values[field.name] ?? ""}
      files={files[field.name] ?? []}
      error={faultOf(problem, field.name)}
      onValue={(value) => setValues((known) => ({ ...known, [field.name]: value }))}
      onFiles={(chosen) => setFiles((known) => ({ ...known, [field.name]: chosen }))}
    />
  );
  const main = fields.filter(({ isMain }) => isMain);
  const others = fields.filter(({ isMain }) => !isMain);
  return (
    <div className={styles["columns"]}>
      <Form className={styles["form"]!} onSubmit={submit} validationBehavior="aria">
        <Card>
          {main.map(shown)}
          {others.length > 0 && (
            <Disclosure className={styles["more"]!}>
              <Heading level={2}>
                <AriaButton slot="trigger" className={styles["moreButton"]!}>
                  <span aria-hidden="true">▸</span> {others.length} more {others.length === 1 ? "option" : "options"}
                </AriaButton>
              </Heading>
              <DisclosurePanel className={styles["morePanel"]!}>{others.map(shown)}</DisclosurePanel>
            </Disclosure>
          )}
          {tooLarge !== undefined && <ProblemNotice problem={tooLarge} />}
          <div className={styles["go"]}>
            <Button kind="primary" type="submit" isDisabled={isBusy || parts.length === 0 || tooLarge !== undefined}>
              {operation.summary}
            </Button>
            <Price operation={operation.name} words={operation.price} parts={parts} />
          </div>
        </Card>
        <Card title="The same call in code">
          <CodeSamples path={operation.path} parts={parts} />
        </Card>
      </Form>
      <section className={styles["result"]} aria-label="Result" aria-live="polite" aria-busy={isBusy}>
        <Progress state={state} onCancel={cancel} />
        {problem !== undefined && <ProblemNotice problem={problem} />}
        {state.kind === "cancelled" && (
          <p className={styles["price"]}>Cancelled. Nothing was charged for work that was not done.</p>
        )}
        {state.kind === "done" && (
          <ResultView answer={state.answer} tookMs={state.tookMs} source={Object.values(files).flat()[0]} />
        )}
        {state.kind === "idle" && <p className={styles["placeholder"]}>The result is shown here.</p>}
      </section>
    </div>
  );
}

/** Returns what the service said is wrong with a field. */
function faultOf(problem: Problem | undefined, name: string): string | undefined {
  const faults = problem?.faults.filter(({ loc }) => loc[1] === name).map(({ msg }) => msg) ?? [];
  return faults.length === 0 ? undefined : faults.join(" ");
}

const tooLargeProblem = (bytes: number, limit: number): Problem =>
  new Problem(`The files have ${shownBytes(bytes)}; a request has at most ${shownBytes(limit)}.`, {
    status: 413,
    code: "payload_too_large",
  });
