import type { ReactNode } from "react";
import { TabViews } from "../../design/tab-views.tsx";
import { type Field, labelOf } from "./field-kind.ts";

interface SourceTabsProps {
  readonly fields: readonly Field[];
  readonly chosen: string;
  onChoose(name: string): void;
  field(field: Field): ReactNode;
}

/** The sources of an operation, of which the one that is chosen is sent. */
export const SourceTabs = ({ fields, chosen, onChoose, field }: SourceTabsProps): ReactNode => (
  <TabViews
    label="Where the document comes from"
    selected={chosen}
    onSelect={onChoose}
    views={fields.map((source) => ({
      id: source.name,
      label: LABELS[source.name] ?? labelOf(source.name),
      content: field(source),
    }))}
  />
);

const LABELS: Readonly<Record<string, string>> = { html: "HTML", url: "URL" };
