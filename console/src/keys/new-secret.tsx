import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../design/button.tsx";
import { CopyButton } from "../design/copy-button.tsx";
import { DialogActions } from "../design/dialog.tsx";
import { Notice } from "../design/notice.tsx";
import { TextField } from "../design/text-field.tsx";
import styles from "./keys.module.css";

interface NewSecretProps {
  readonly secret: string;
  /** What becomes of a secret that this one takes the place of. */
  readonly about?: ReactNode;
  onStored(): void;
}

/** The secret of a key, shown once, to be copied. */
export function NewSecret({ secret, about, onStored }: NewSecretProps): ReactNode {
  const top = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone; without this, those who use a keyboard would begin at the top of the page.
  useEffect(() => top.current?.focus(), []);
  return (
    <div className={styles["secret"]} ref={top} tabIndex={-1}>
      <Notice kind="warn" title="Copy the key now">
        It is not shown again: the service keeps no copy of it. Store it where secrets are stored, not in code.
      </Notice>
      <TextField label="API key" value={secret} isReadOnly onFocus={({ target }) => selectAll(target)} />
      {about}
      <DialogActions>
        <CopyButton text={secret} label="Copy the key" />
        <Button kind="primary" onPress={onStored}>
          I have stored it
        </Button>
      </DialogActions>
    </div>
  );
}

function selectAll(target: EventTarget): void {
  if (target instanceof HTMLInputElement) {
    target.select();
  }
}
