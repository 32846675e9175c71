import { type ReactNode, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { ProblemNotice } from "./notice.tsx";

interface ConfirmProps {
  readonly title: string;
  /** The button that asks. */
  readonly trigger: ReactNode;
  /** The word on the button that does it, such as `Revoke`. */
  readonly action: string;
  /** The word on the button that leaves all as it is. */
  readonly keep?: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** Does it; the dialog is closed when it is done, and shows the problem otherwise. */
  onConfirm(): Promise<unknown>;
}

/** Asks before something is taken away. */
export const Confirm = ({ title, trigger, ...rest }: ConfirmProps): ReactNode => (
  <Dialog title={title} trigger={trigger} isAlert>
    {(close) => <Question {...rest} close={close} />}
  </Dialog>
);

interface QuestionProps extends Pick<ConfirmProps, "action" | "keep" | "children" | "onConfirm"> {
  close(): void;
}

function Question({ action, keep = "Cancel", children, onConfirm, close }: QuestionProps): ReactNode {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const confirm = (): void => {
    setIsBusy(true);
    setProblem(undefined);
    onConfirm().then(close, (error: unknown) => {
      setProblem(asProblem(error));
      setIsBusy(false);
    });
  };
  return (
    <>
      <div>{children}</div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button onPress={close}>{keep}</Button>
        <Button kind="danger" isDisabled={isBusy} onPress={confirm}>
          {action}
        </Button>
      </DialogActions>
    </>
  );
}
