import { type ReactNode, useState } from "react";
import { TextField } from "../../design/text-field.tsx";
import { indented } from "../draft.ts";

interface JsonFieldProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: unknown;
  onChange(value: unknown): void;
}

/** A variable whose schema says too little for a field: its value as JSON. */
export function JsonField({ label, isRequired, value, onChange }: JsonFieldProps): ReactNode {
  const [text, setText] = useState<string>();
  const change = (typed: string): void => {
    setText(typed);
    const read = readJson(typed);
    if (read !== undefined) {
      setText(undefined);
      onChange(read.value);
    }
  };
  return (
    <TextField
      label={label}
      isRequired={isRequired}
      isMultiline
      hint="A value in JSON, such as 12, “text” in quotes or a list."
      error={text === undefined ? undefined : "This is no JSON yet."}
      value={text ?? (value === undefined ? "" : indented(value))}
      onChange={change}
    />
  );
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: text.trim() === "" ? undefined : JSON.parse(text) };
  } catch {
    return undefined;
  }
}
