import type { ReactNode } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { Schema } from "../../api/description.ts";
import { faultOf, indented, objectIn } from "../draft.ts";
import { SchemaField } from "./schema-field.tsx";
import styles from "./variables.module.css";

interface VariablesFormProps {
  readonly schema: Schema;
  /** The sample data as JSON, which the form and the editor below it share. */
  readonly sample: string;
  onChange(sample: string): void;
}

/** A form of the variables that the schema of a template names; it writes the sample data. */
export function VariablesForm({ schema, sample, onChange }: VariablesFormProps): ReactNode {
  const isWrong = faultOf(sample) !== undefined;
  return (
    <Disclosure className={styles["disclosure"]!}>
      <Heading>
        <AriaButton slot="trigger" className={styles["trigger"]!}>
          <span aria-hidden="true">▸</span> Fill in as a form
        </AriaButton>
      </Heading>
      <DisclosurePanel className={styles["panel"]!}>
        {isWrong ? (
          <p>The data below are not JSON; mend them first.</p>
        ) : (
          <SchemaField
            name=""
            schema={schema}
            isRequired
            value={objectIn(sample) ?? {}}
            onChange={(value) => onChange(indented(value))}
          />
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}
