import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup, FieldError, Label, Text } from "react-aria-components";
import styles from "./check-group.module.css";
import fieldStyles from "./field.module.css";

interface CheckGroupProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly hint: string; readonly isDisabled?: boolean }[];
  readonly value: readonly Id[];
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  onChange(value: readonly Id[]): void;
}

/** Check boxes for those of a list that are chosen, each with what it is for. */
export const CheckGroup = <Id extends string>({
  label,
  options,
  value,
  hint,
  error,
  onChange,
}: CheckGroupProps<Id>): ReactNode => (
  <CheckboxGroup
    className={fieldStyles["field"]!}
    value={[...value]}
    isInvalid={error !== undefined}
    onChange={(chosen) => onChange(options.map(({ id }) => id).filter((id) => chosen.includes(id)))}
  >
    <Label className={fieldStyles["label"]}>{label}</Label>
    {hint !== undefined && (
      <Text slot="description" className={fieldStyles["hint"]}>
        {hint}
      </Text>
    )}
    <div className={styles["options"]}>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          value={option.id}
          className={styles["option"]!}
          isDisabled={option.isDisabled === true}
        >
          <span className={styles["box"]} aria-hidden="true" />
          <span>
            <code>{option.id}</code> <span className={fieldStyles["hint"]}>{option.hint}</span>
          </span>
        </Checkbox>
      ))}
    </div>
    <FieldError className={fieldStyles["error"]!}>{error}</FieldError>
  </CheckboxGroup>
);
