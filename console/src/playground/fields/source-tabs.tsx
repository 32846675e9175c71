import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import tabStyles from "../../design/tabs.module.css";
import { type Field, labelOf } from "./field-kind.ts";

interface SourceTabsProps {
  readonly fields: readonly Field[];
  readonly chosen: string;
  onChoose(name: string): void;
  field(field: Field): ReactNode;
}

/** The sources of an operation, of which the one that is chosen is sent. */
export const SourceTabs = ({ fields, chosen, onChoose, field }: SourceTabsProps): ReactNode => (
  <Tabs className={tabStyles["tabs"]!} selectedKey={chosen} onSelectionChange={(key) => onChoose(String(key))}>
    <TabList aria-label="Where the document comes from" className={tabStyles["list"]!}>
      {fields.map(({ name }) => (
        <Tab key={name} id={name} className={tabStyles["tab"]!}>
          {LABELS[name] ?? labelOf(name)}
        </Tab>
      ))}
    </TabList>
    {fields.map((source) => (
      <TabPanel key={source.name} id={source.name}>
        {field(source)}
      </TabPanel>
    ))}
  </Tabs>
);

const LABELS: Readonly<Record<string, string>> = { html: "HTML", url: "URL" };
