import { shownValue } from "../design/shown.ts";
import type { ReactNode } from "react";
import { ChoiceField } from "../design/choice-field.tsx";
import { SwitchField } from "../design/switch-field.tsx";
import { TextField } from "../design/text-field.tsx";
import type { Draft } from "./draft.ts";
import styles from "./templates.module.css";

const MARGINS = [
  ["margin_top", "Margin at the top"],
  ["margin_bottom", "At the bottom"],
  ["margin_left", "At the left"],
  ["margin_right", "At the right"],
] as const;

const TEXTS = [
  ["header_text", "Text above each page"],
  ["footer_text", "Text below each page"],
  ["title", "Title of the document"],
  ["author", "Author of the document"],
] as const;

interface SettingsFormProps {
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  change(part: Partial<Draft>): void;
}

/** What a template is called, and the page that its documents have unless a request says otherwise. */
export function SettingsForm({ draft, isReadOnly, change }: SettingsFormProps): ReactNode {
  const { page } = draft;
  const setPage = (field: string, value: unknown): void => {
    const { [field]: _, ...others } = page;
    change({ page: value === "" || value === undefined ? others : { ...others, [field]: value } });
  };
  const textField = (field: string, label: string, hint?: string): ReactNode => (
    <TextField
      key={field}
      label={label}
      hint={hint}
      isReadOnly={isReadOnly}
      value={shownValue(page[field])}
      // A number alone is points; whatever else is a length is kept as it is written.
      onChange={(text) =>
        setPage(field, field.startsWith("margin") && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text)
      }
    />
  );
  return (
    <div className={styles["form"]}>
      <TextField
        label="Name"
        maxLength={200}
        isReadOnly={isReadOnly}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Description"
        maxLength={2000}
        isReadOnly={isReadOnly}
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      {!isReadOnly && (
        <>
          <ChoiceField
            label="Format"
            value={draft.format}
            options={[
              { id: "html", label: "HTML" },
              { id: "markdown", label: "Markdown" },
            ]}
            onChange={(format) => change({ format: format === "markdown" ? "markdown" : "html" })}
          />
          <ChoiceField
            label="Orientation"
            value={shownValue(page["orientation"] ?? "portrait")}
            options={[
              { id: "portrait", label: "Portrait" },
              { id: "landscape", label: "Landscape" },
            ]}
            onChange={(chosen) => setPage("orientation", chosen === "portrait" ? undefined : chosen)}
          />
        </>
      )}
      {textField(
        "page_size",
        "Paper",
        "A0 to A6, Letter, Legal, Tabloid, or width and height such as 210x297mm; else A4.",
      )}
      <div className={styles["pair"]}>{MARGINS.map(([field, label]) => textField(field, label))}</div>
      <p className={styles["soft"]}>Points up to 144, or a length such as 20mm; else 72 points.</p>
      {TEXTS.map(([field, label]) => textField(field, label))}
      <SwitchField
        label="Page numbers below each page"
        isSelected={page["show_page_numbers"] === true}
        onChange={(isOn) => !isReadOnly && setPage("show_page_numbers", isOn || undefined)}
      />
    </div>
  );
}
