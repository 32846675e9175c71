import type { ReactNode } from "react";
import { Badge } from "../design/badge.tsx";
import { FactList } from "../design/fact-list.tsx";
import { Card } from "../design/page.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { EngineTable } from "../system/engine-table.tsx";
import { QueueTable } from "../system/queue-table.tsx";
import { type System, useSystem } from "../system/use-system.ts";
import styles from "./settings.module.css";
import { SettingTable } from "./setting-table.tsx";

/** The machine: versions, engines with the causes of their states, isolation, fonts and the settings in force. */
export function SystemFacts(): ReactNode {
  const system = useSystem();
  return (
    <ResourceView resource={system} lines={20}>
      {(data) => data !== undefined && <Parts system={data} />}
    </ResourceView>
  );
}

const Parts = ({ system }: { readonly system: System }): ReactNode => (
  <>
    <div className={styles["columns"]}>
      <Card title="Versions">
        <FactList facts={Object.entries(system.versions).map(([label, value]) => ({ label, value }))} />
      </Card>
      <Card title="Isolation">
        <p>{system.isolation.sentence}</p>
        <FactList
          facts={[
            { label: "Tier", value: system.isolation.tier },
            { label: "Walls", value: <Walls names={system.isolation.walls} /> },
          ]}
        />
      </Card>
    </div>
    <Card title="Engines">
      <EngineTable engines={system.engines} />
    </Card>
    <Card title="Queues">
      <QueueTable system={system} />
    </Card>
    <Card title="Fonts and languages">
      <FactList
        facts={[
          { label: "Scripts", value: system.fonts.coverage },
          { label: "Folder of fonts", value: system.fonts.folder ?? "Not set: the fonts that come with the service" },
          { label: "Languages of text recognition", value: system.languages.join(", ") || "None" },
        ]}
      />
    </Card>
    <SettingTable settings={system.settings} />
  </>
);

const Walls = ({ names }: { readonly names: readonly string[] }): ReactNode =>
  names.length === 0 ? (
    "None"
  ) : (
    <span className={styles["badges"]}>
      {names.map((name) => (
        <Badge key={name} kind="good">
          {name}
        </Badge>
      ))}
    </span>
  );
