import type { ReactNode } from "react";
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from "react-aria-components";
import styles from "./field.module.css";

interface ChoiceFieldProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly value: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  onChange(value: string): void;
}

/** A field whose value is one of a list. */
export const ChoiceField = ({
  label,
  options,
  value,
  hint,
  error,
  isRequired = false,
  onChange,
}: ChoiceFieldProps): ReactNode => (
  <Select
    className={styles["field"]!}
    value={value}
    isInvalid={error !== undefined}
    isRequired={isRequired}
    onChange={(key) => onChange(String(key))}
  >
    <Label className={styles["label"]}>{label}</Label>
    <Button className={`${styles["input"]} ${styles["select"]}`}>
      <SelectValue />
      <span aria-hidden="true">▾</span>
    </Button>
    {hint !== undefined && error === undefined && (
      <Text slot="description" className={styles["hint"]}>
        {hint}
      </Text>
    )}
    <FieldError className={styles["error"]!}>{error}</FieldError>
    <Popover className={styles["popover"]!}>
      <ListBox items={options}>
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.label} className={styles["option"]!}>
            {option.label}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </Select>
);
