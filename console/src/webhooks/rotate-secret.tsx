import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { asProblem, type Problem } from "../api/problem.ts";
import { Button } from "../design/button.tsx";
import { ChoiceField } from "../design/choice-field.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import styles from "./webhooks.module.css";

const GRACE = [
  { id: "86400", label: "For a day" },
  { id: "3600", label: "For an hour" },
  { id: "604800", label: "For seven days" },
  { id: "0", label: "No longer: it has become known" },
] as const;

interface RotateSecretProps {
  readonly title: string;
  /** Makes a new secret, and returns what is shown of it. */
  rotate(graceSeconds: number): Promise<ReactNode>;
}

/** The button and the dialog that replace a secret; for a while both may sign. */
export const RotateSecret = ({ title, rotate }: RotateSecretProps): ReactNode => (
  <Dialog title={title} trigger={<Button>Rotate the secret</Button>}>
    {(close) => <RotateSecretForm rotate={rotate} close={close} />}
  </Dialog>
);

function RotateSecretForm({ rotate, close }: Pick<RotateSecretProps, "rotate"> & { close(): void }): ReactNode {
  const [grace, setGrace] = useState<string>(GRACE[0].id);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [outcome, setOutcome] = useState<ReactNode>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    rotate(Number(grace))
      .then(setOutcome, (error: unknown) => setProblem(asProblem(error)))
      .finally(() => setIsBusy(false));
  };
  if (outcome !== undefined) {
    return (
      <>
        {outcome}
        <DialogActions>
          <Button kind="primary" onPress={close}>
            I have kept it
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <Form className={styles["form"]!} onSubmit={submit}>
      <p>
        A new secret is made. Whoever checks events needs it; until then they may be signed with the old one as well.
      </p>
      <ChoiceField label="The old one goes on signing" options={GRACE} value={grace} onChange={setGrace} />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button onPress={close}>Cancel</Button>
        <Button kind="primary" type="submit" isDisabled={isBusy}>
          Make a new secret
        </Button>
      </DialogActions>
    </Form>
  );
}
