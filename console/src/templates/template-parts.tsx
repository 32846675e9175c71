import { type ReactNode, useMemo } from "react";
import type { Problem } from "../api/problem.ts";
import { TabViews } from "../design/tab-views.tsx";
import { type Draft, faultOf, isObject, JSON_PARTS, objectIn } from "./draft.ts";
import { Editor } from "./editor/editor.tsx";
import { SettingsForm } from "./settings-form.tsx";
import styles from "./templates.module.css";
import type { Editing } from "./use-draft.ts";
import { VariablesForm } from "./variables/variables-form.tsx";

const TABS = [
  ["content", "Template"],
  ["css", "Style sheet"],
  ["edges", "Header, footer"],
  ["sample", "Sample data"],
  ["variables_schema", "Schema"],
  ["labels", "Labels"],
  ["settings", "Settings"],
] as const;

/** The parts of a template, each in an editor of its own. */
export function TemplateParts({
  editing,
  isReadOnly,
}: {
  readonly editing: Editing;
  readonly isReadOnly: boolean;
}): ReactNode {
  const { draft, change, problem } = editing;
  const schema = useMemo(() => objectIn(draft.variables_schema), [draft.variables_schema]);
  const fault = useMemo(() => lineFaultOf(problem), [problem]);
  const textEditor = (
    part: "header_html" | "footer_html" | "css",
    label: string,
    height: "tall" | "low",
  ): ReactNode => (
    <Editor
      label={label}
      language={part === "css" ? "css" : "html"}
      height={height}
      value={draft[part]}
      isReadOnly={isReadOnly}
      onChange={(text) => change({ [part]: text })}
    />
  );
  const parts: Record<(typeof TABS)[number][0], ReactNode> = {
    content: (
      <>
        <Editor
          label="Template"
          language={draft.format}
          value={draft.content}
          isReadOnly={isReadOnly}
          fault={fault}
          onChange={(content) => change({ content })}
        />
        <p className={styles["soft"]}>
          {
            '{{name}} is filled in; {{#items}}…{{/items}} repeats; {{date d}}, {{number n}}, {{currency n "EUR"}} format.'
          }{" "}
          Ctrl+S saves.
        </p>
      </>
    ),
    css: <>{textEditor("css", "Style sheet", "tall")}</>,
    edges: (
      <>
        <h3>Above each page</h3>
        {textEditor("header_html", "Header, above each page", "low")}
        <h3>Below each page</h3>
        {textEditor("footer_html", "Footer, below each page", "low")}
      </>
    ),
    sample: (
      <>
        {schema !== undefined && isObject(schema["properties"]) && (
          <VariablesForm schema={schema} sample={draft.sample} onChange={(sample) => change({ sample })} />
        )}
        <JsonPart label="Sample data as JSON" part="sample" draft={draft} isReadOnly={false} change={change} />
      </>
    ),
    variables_schema: (
      <>
        <JsonPart
          label="Schema of the variables"
          part="variables_schema"
          draft={draft}
          isReadOnly={isReadOnly}
          change={change}
        />
        <p className={styles["soft"]}>
          JSON Schema (2020-12). Variables that do not fit are refused; a form is made from it.
        </p>
      </>
    ),
    labels: (
      <>
        <JsonPart label="Labels as JSON" part="labels" draft={draft} isReadOnly={isReadOnly} change={change} />
        <p className={styles["soft"]}>
          {
            'Texts by language and key, such as {"en": {"due": "Due"}, "de": {"due": "Fällig"}}: {{t "due"}} writes the one of '
          }
          the document’s locale.
        </p>
      </>
    ),
    settings: (
      <>
        <SettingsForm draft={draft} isReadOnly={isReadOnly} change={change} />
      </>
    ),
  };
  return (
    <TabViews
      label="Parts of the template"
      panelClassName={styles["panel"]}
      views={TABS.map(([id, label]) => ({
        id,
        label: (
          <>
            {label}
            {isWrong(draft, id) && <span aria-label="has a fault"> ⚠</span>}
          </>
        ),
        content: parts[id],
      }))}
    />
  );
}

const isWrong = (draft: Draft, tab: (typeof TABS)[number][0]): boolean =>
  JSON_PARTS.some((part) => part === tab && faultOf(draft[part]) !== undefined);

/** Returns the line of the text that the service could not read, where that is the text of the template. */
function lineFaultOf(problem: Problem | undefined): { readonly line: number; readonly message: string } | undefined {
  if (problem?.code !== "template_error" || !problem.message.includes("content cannot be read")) {
    return undefined;
  }
  const line = Number.parseInt(problem.message.split("line ")[1] ?? "", 10);
  return Number.isNaN(line) ? undefined : { line, message: problem.message };
}

interface JsonPartProps {
  readonly label: string;
  readonly part: (typeof JSON_PARTS)[number];
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  change(part: Partial<Draft>): void;
}

const JsonPart = ({ label, part, draft, isReadOnly, change }: JsonPartProps): ReactNode => (
  <>
    <Editor
      label={label}
      language="json"
      value={draft[part]}
      isReadOnly={isReadOnly}
      onChange={(text) => change({ [part]: text })}
    />
    <p className={styles["fault"]} role="status">
      {faultOf(draft[part])}
    </p>
  </>
);
