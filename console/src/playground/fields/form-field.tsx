import type { ReactNode } from "react";
import { ChoiceField } from "../../design/choice-field.tsx";
import { SwitchField } from "../../design/switch-field.tsx";
import { TextField } from "../../design/text-field.tsx";
import { plainText } from "./plain-text.ts";
import { boundsOf, type Field, labelOf } from "./field-kind.ts";
import { FileField } from "./file-field.tsx";

interface FormFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly files: readonly File[];
  readonly error: string | undefined;
  onValue(value: string): void;
  onFiles(files: readonly File[]): void;
}

/** One field of an operation, entered as its kind asks for. */
export function FormField({ field, value, files, error, onValue, onFiles }: FormFieldProps): ReactNode {
  const { name, kind, schema, isRequired, accepts } = field;
  const label = labelOf(name);
  const hint = [plainText(schema.description ?? ""), boundsOf(field)].filter((part) => part !== "").join(" · ");
  const usual = schema.default === undefined ? "" : String(schema.default);
  switch (kind) {
    case "file":
    case "files":
      return (
        <FileField
          {...{ label, hint, accepts, isRequired, error, files }}
          isMany={kind === "files"}
          onChange={onFiles}
        />
      );
    case "choice": {
      const options = (schema.enum ?? []).map((choice) => ({ id: String(choice), label: String(choice) }));
      const none = isRequired || usual !== "" ? [] : [{ id: "", label: "Not set" }];
      return (
        <ChoiceField
          {...{ label, hint, error, isRequired }}
          options={[...none, ...options]}
          value={value === "" ? usual : value}
          onChange={onValue}
        />
      );
    }
    case "switch":
      return (
        <SwitchField
          {...{ label, hint }}
          isSelected={(value === "" ? usual : value) === "true"}
          onChange={(isOn) => onValue(String(isOn))}
        />
      );
    case "long text":
    case "json":
      return <TextField {...{ label, hint, error, isRequired, value }} isMultiline onChange={onValue} />;
    case "number":
    case "colour":
    case "password":
    case "text":
      return (
        <TextField
          {...{ label, hint, error, isRequired, value }}
          type={kind === "password" ? "password" : "text"}
          inputMode={kind === "number" ? "decimal" : "text"}
          autoComplete="off"
          placeholder={usual}
          onChange={onValue}
        />
      );
  }
}
