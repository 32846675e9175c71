import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { problemBeside } from "../api/fault-of.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog.tsx";
import formStyles from "./form.module.css";
import { ProblemNotice } from "./notice.tsx";

interface DialogFormProps {
  /** The word on the button that sends the form. */
  readonly action: string;
  /** Whether all that must be entered has been. */
  readonly isWhole: boolean;
  /** The fields of the body that show their faults themselves. */
  readonly fields: readonly string[];
  onCancel(): void;
  /** Sends the form; whoever does so closes the dialog, and a problem that is thrown is shown. */
  onSubmit(): Promise<void>;
  /** Returns the fields, given what was wrong with what was sent last. */
  children(problem: Problem | undefined): ReactNode;
}

/** The form of a dialog, with its buttons, and what went wrong. */
export function DialogForm({ action, isWhole, fields, onCancel, onSubmit, children }: DialogFormProps): ReactNode {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    onSubmit()
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setIsBusy(false));
  };
  const other = problemBeside(problem, fields);
  return (
    <Form className={formStyles["form"]!} onSubmit={submit} validationBehavior="aria">
      {children(problem)}
      {other !== undefined && <ProblemNotice problem={other} />}
      <DialogActions>
        <Button onPress={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" isDisabled={isBusy || !isWhole}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  );
}
