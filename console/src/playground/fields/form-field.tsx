import { shownValue } from "../../design/shown.ts";
import type { ReactNode } from "react";
import { ChoiceField } from "../../design/choice-field.tsx";
import { SwitchField } from "../../design/switch-field.tsx";
import { TextField } from "../../design/text-field.tsx";
import { plainText } from "./plain-text.ts";
import { boundsOf, type Field, isPageList, labelOf, unitOf } from "./field-kind.ts";
import { FileField } from "./file-field.tsx";
import { PagesField } from "./pages-field.tsx";

interface FormFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly files: readonly File[];
  readonly error: string | undefined;
  /** The PDF whose pages a page list means, and its password. */
  readonly pdf: File | undefined;
  readonly password: string | undefined;
  /** Called when the field is left, after which what is wrong with it is said. */
  onLeave(): void;
  onValue(value: string): void;
  onFiles(files: readonly File[]): void;
}

/** One field of an operation, entered as its kind asks for. */
export const FormField = (props: FormFieldProps): ReactNode => (
  <div data-field={props.field.name} onBlur={props.onLeave}>
    <ByKind {...props} />
  </div>
);

function ByKind({ field, value, files, error, pdf, password, onValue, onFiles }: FormFieldProps): ReactNode {
  const { name, kind, schema, isRequired, accepts } = field;
  const unit = unitOf(field);
  const label = unit === undefined || unit === name ? labelOf(name) : `${labelOf(name)} (${unit})`;
  const hint = [plainText(schema.description ?? ""), boundsOf(field)].filter((part) => part !== "").join(" · ");
  const usual = shownValue(schema.default);
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
      return (
        <TextField
          {...{ label, hint, error, isRequired, value }}
          placeholder={example(schema)}
          isMultiline
          onChange={onValue}
        />
      );
    case "number":
    case "colour":
    case "password":
    case "text":
      if (isPageList(field)) {
        return (
          <PagesField
            {...{ label, hint, error, isRequired, value }}
            autoComplete="off"
            placeholder={usual}
            file={pdf}
            password={password}
            onChange={onValue}
          />
        );
      }
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

/** Returns the first example of a field, for JSON and documents, which are not in the hint. */
const example = ({ examples }: Field["schema"]): string | undefined =>
  typeof examples?.[0] === "string" ? examples[0] : undefined;
