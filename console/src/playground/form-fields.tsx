import { type ReactNode, useState } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { Problem } from "../api/problem.ts";
import type { Field } from "./fields/field-kind.ts";
import { FormField } from "./fields/form-field.tsx";
import { SourceTabs } from "./fields/source-tabs.tsx";
import type { FormState } from "./form-state.ts";
import styles from "./playground.module.css";

interface FormFieldsProps {
  readonly form: FormState;
  /** What the service said of the last call. */
  readonly problem: Problem | undefined;
  /** Called when other files are chosen: the last result is not theirs. */
  onFiles(): void;
}

/** The fields of an operation: the source first, then what most people set, and the rest folded. */
export function FormFields({ form, problem, onFiles }: FormFieldsProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { fields, values, files, chosenSource, faults } = form;
  const pdf = Object.values(files)
    .flat()
    .find(({ type, name }) => type === "application/pdf" || name.toLowerCase().endsWith(".pdf"));
  const shown = (field: Field): ReactNode => (
    <FormField
      key={field.name}
      field={field}
      value={values[field.name] ?? ""}
      files={files[field.name] ?? []}
      error={form.faultShown(field) ?? faultOf(problem, field.name)}
      pdf={pdf}
      password={values["password"] || undefined}
      onLeave={() => form.leave(field.name)}
      onValue={(value) => form.setValue(field.name, value)}
      onFiles={(chosen) => {
        form.setFiles(field.name, chosen);
        onFiles();
      }}
    />
  );
  const sources = fields.filter(({ isSource }) => isSource);
  const main = fields.filter(({ isMain, isSource }) => isMain && !isSource);
  const others = fields.filter(({ isMain, isSource }) => !isMain && !isSource);
  const isWrong = others.some((field) => (form.faultShown(field) ?? faultOf(problem, field.name)) !== undefined);
  return (
    <>
      {sources.length > 1 && chosenSource !== undefined ? (
        <SourceTabs fields={sources} chosen={chosenSource} onChoose={form.choose} field={shown} />
      ) : (
        sources.map(shown)
      )}
      {main.map(shown)}
      {others.length > 0 && (
        <Disclosure
          className={styles["more"]!}
          isExpanded={isOpen || (isWrong && faults.size > 0)}
          onExpandedChange={setIsOpen}
        >
          <Heading level={2}>
            <AriaButton slot="trigger" className={styles["moreButton"]!}>
              <span aria-hidden="true">▸</span> {others.length} more {others.length === 1 ? "option" : "options"}
            </AriaButton>
          </Heading>
          <DisclosurePanel className={styles["morePanel"]!}>{others.map(shown)}</DisclosurePanel>
        </Disclosure>
      )}
    </>
  );
}

/** Returns what the service said is wrong with a field. */
function faultOf(problem: Problem | undefined, name: string): string | undefined {
  const faults = problem?.faults.filter(({ loc }) => loc[1] === name).map(({ msg }) => msg) ?? [];
  return faults.length === 0 ? undefined : faults.join(" ");
}
