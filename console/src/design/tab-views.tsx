import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import styles from "./tabs.module.css";

export interface TabView {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabViewsProps {
  /** What the views are of, for those who do not see it. */
  readonly label: string;
  readonly views: readonly TabView[];
  readonly panelClassName?: string | undefined;
  /** The view that is shown, where whoever uses this chooses it; else the first at first, then what the reader chooses. */
  readonly selected?: string;
  onSelect?(id: string): void;
}

/**
 * Views of one thing, of which one is shown. The first is selected from the beginning: left to the tabs, it would be
 * once they have been drawn without any, and what stands below would move.
 */
export const TabViews = ({ label, views, panelClassName, selected, onSelect }: TabViewsProps): ReactNode => (
  <Tabs
    className={styles["tabs"]!}
    {...(selected === undefined ? { defaultSelectedKey: views[0]?.id ?? "" } : { selectedKey: selected })}
    onSelectionChange={(key) => onSelect?.(String(key))}
  >
    <TabList aria-label={label} className={styles["list"]!}>
      {views.map(({ id, label: name }) => (
        <Tab key={id} id={id} className={styles["tab"]!}>
          {name}
        </Tab>
      ))}
    </TabList>
    {views.map(({ id, content }) => (
      <TabPanel key={id} id={id} className={panelClassName ?? styles["panel"]!}>
        {content}
      </TabPanel>
    ))}
  </Tabs>
);
