import { type ReactNode, useId } from "react";
import { Switch } from "react-aria-components";
import styles from "./field.module.css";

interface SwitchFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isSelected: boolean;
  onChange(isSelected: boolean): void;
}

/** A field that is on or off. */
export function SwitchField({ label, hint, isSelected, onChange }: SwitchFieldProps): ReactNode {
  const hintId = useId();
  return (
    <div className={styles["field"]}>
      <Switch className={styles["switch"]!} isSelected={isSelected} onChange={onChange} aria-describedby={hintId}>
        <span className={styles["track"]} aria-hidden="true" />
        <span className={styles["label"]}>{label}</span>
      </Switch>
      {hint !== undefined && (
        <span id={hintId} className={styles["hint"]}>
          {hint}
        </span>
      )}
    </div>
  );
}
