import { type ReactNode, useState } from "react";
import { Card, Empty } from "../design/page.tsx";
import { Table } from "../design/table.tsx";
import { TextField } from "../design/text-field.tsx";
import type { System } from "../system/use-system.ts";
import styles from "./settings.module.css";

/** All settings with their values in force, which a word of their names finds. */
export function SettingTable({ settings }: { readonly settings: System["settings"] }): ReactNode {
  const [wanted, setWanted] = useState("");
  const found = Object.entries(settings).filter(([name]) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <Card title="Settings of the service">
      <p className={styles["soft"]}>
        They are given by the environment and read at the start. Of a secret only whether it is set is shown.
      </p>
      <div className={styles["narrow"]}>
        <TextField label="Find a setting" type="search" value={wanted} onChange={setWanted} placeholder="RATE_LIMIT" />
      </div>
      {found.length === 0 ? (
        <Empty title="No setting has this in its name" />
      ) : (
        <Table
          label="Settings"
          columns={[
            { id: "name", label: "Setting" },
            { id: "value", label: "Value" },
          ]}
          rows={found}
          keyOf={([name]) => name}
        >
          {([name, value]) => ({
            name: <code>{name}</code>,
            value: value === null || value === "" ? <span className={styles["soft"]}>not set</span> : String(value),
          })}
        </Table>
      )}
    </Card>
  );
}
