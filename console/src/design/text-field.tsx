import type { ReactNode } from "react";
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components";
import styles from "./field.module.css";

export interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children"> {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; the field is then marked. */
  readonly error?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly isMultiline?: boolean;
}

/** A field of text with its label, a hint below it, and the fault of its value in place of the hint. */
export const TextField = ({
  label,
  hint,
  error,
  placeholder,
  isMultiline = false,
  ...props
}: TextFieldProps): ReactNode => (
  <AriaTextField {...props} className={styles["field"]!} isInvalid={error !== undefined}>
    <Label className={styles["label"]}>
      {label}
      {props.isRequired === true && <span className={styles["required"]}> required</span>}
    </Label>
    {isMultiline ? (
      <TextArea className={`${styles["input"]} ${styles["area"]}`} placeholder={placeholder ?? ""} spellCheck={false} />
    ) : (
      <Input className={styles["input"]!} placeholder={placeholder ?? ""} />
    )}
    {hint !== undefined && error === undefined && (
      <Text slot="description" className={styles["hint"]}>
        {hint}
      </Text>
    )}
    <FieldError className={styles["error"]!}>{error}</FieldError>
  </AriaTextField>
);
