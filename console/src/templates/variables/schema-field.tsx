import { shownValue } from "../../design/shown.ts";
import type { ReactNode } from "react";
import type { Schema } from "../../api/description.ts";
import { Button } from "../../design/button.tsx";
import { ChoiceField } from "../../design/choice-field.tsx";
import { SwitchField } from "../../design/switch-field.tsx";
import { TextField } from "../../design/text-field.tsx";
import { isObject } from "../draft.ts";
import { JsonField } from "./json-field.tsx";
import styles from "./variables.module.css";

/** A schema that refers to itself would have fields without end. */
const MOST_DEPTH = 6;

interface SchemaFieldProps {
  /** The name of the variable; empty for all of them. */
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly depth?: number;
  /** Told the new value; undefined takes the variable away. */
  onChange(value: unknown): void;
}

/** The field of one variable, by its schema: a text, a number, a choice, a switch, a group or a list; else JSON. */
export function SchemaField(props: SchemaFieldProps): ReactNode {
  const { name, schema, value, isRequired, onChange, depth = 0 } = props;
  const types = typesOf(schema);
  const label = schema.title ?? name;
  if (schema.enum !== undefined) {
    return (
      <ChoiceField
        label={label}
        isRequired={isRequired}
        value={shownValue(value)}
        hint={schema.description}
        options={schema.enum.filter((item) => item !== null).map((item) => ({ id: String(item), label: String(item) }))}
        onChange={(id) => onChange(schema.enum?.find((item) => String(item) === id))}
      />
    );
  }
  if (types.includes("boolean")) {
    return <SwitchField label={label} hint={schema.description} isSelected={value === true} onChange={onChange} />;
  }
  if (types.includes("object") && schema.properties !== undefined && depth < MOST_DEPTH) {
    return <GroupField {...props} depth={depth} />;
  }
  if (types.includes("array") && schema.items !== undefined && depth < MOST_DEPTH) {
    return <ListField {...props} depth={depth} />;
  }
  if (types.includes("string") || types.includes("number") || types.includes("integer")) {
    return (
      <TextField
        label={label}
        isRequired={isRequired}
        hint={schema.description}
        isMultiline={typeof value === "string" && value.includes("\n")}
        value={shownValue(value)}
        onChange={(text) => onChange(text === "" ? undefined : readText(text, types, value))}
      />
    );
  }
  return <JsonField label={label} isRequired={isRequired} value={value} onChange={onChange} />;
}

function GroupField({ name, schema, value, onChange, depth = 0 }: SchemaFieldProps): ReactNode {
  const known = isObject(value) ? value : {};
  const fields = Object.entries(schema.properties ?? {}).filter(([, property]) => isObject(property));
  return (
    <fieldset className={`${styles["fields"]} ${name === "" ? "" : styles["group"]}`}>
      <legend className={name === "" ? "visually-hidden" : undefined}>
        {name === "" ? "Variables" : (schema.title ?? name)}
      </legend>
      {fields.map(([field, property]) => (
        <SchemaField
          key={field}
          name={field}
          schema={property}
          value={known[field]}
          isRequired={schema.required?.includes(field) ?? false}
          depth={depth + 1}
          onChange={(changed) => {
            const { [field]: _, ...others } = known;
            onChange(changed === undefined ? others : { ...known, [field]: changed });
          }}
        />
      ))}
    </fieldset>
  );
}

function ListField({ name, schema, value, onChange, depth = 0 }: SchemaFieldProps): ReactNode {
  const items = Array.isArray(value) ? value : [];
  const label = schema.title ?? name;
  return (
    <fieldset className={`${styles["fields"]} ${styles["group"]}`}>
      <legend>{label}</legend>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no name but their place
        <div key={index} className={styles["fields"]}>
          <SchemaField
            name={`${label} ${index + 1}`}
            schema={schema.items!}
            value={item}
            isRequired
            depth={depth + 1}
            onChange={(changed) => onChange(items.toSpliced(index, 1, changed ?? null))}
          />
          <div>
            <Button kind="quiet" onPress={() => onChange(items.toSpliced(index, 1))}>
              Remove {label} {index + 1}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button onPress={() => onChange([...items, typesOf(schema.items!).includes("object") ? {} : ""])}>
          Add to {label}
        </Button>
      </div>
    </fieldset>
  );
}

const typesOf = ({ type, properties, items }: Schema): readonly string[] =>
  type === undefined
    ? properties !== undefined
      ? ["object"]
      : items !== undefined
        ? ["array"]
        : []
    : typeof type === "string"
      ? [type]
      : type;

/** Returns a number where one is wanted, or was before and may be; else the text. */
function readText(text: string, types: readonly string[], before: unknown): unknown {
  const mayBeNumber = types.includes("number") || types.includes("integer");
  const isWanted = !types.includes("string") || typeof before === "number";
  return mayBeNumber && isWanted && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
