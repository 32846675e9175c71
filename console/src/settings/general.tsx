import type { ReactNode } from "react";
import { type ApiClient, bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { ChoiceField } from "../design/choice-field.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { Table } from "../design/table.tsx";
import { useSession } from "../session/session.tsx";
import { type Theme, useTheme } from "../shell/theme.ts";
import { KeyInUse, type OwnAccount } from "./key-in-use.tsx";
import styles from "./settings.module.css";
import { useRead } from "./use-read.ts";

const THEMES: readonly { readonly id: Theme; readonly label: string }[] = [
  { id: "system", label: "As the system has it" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
];

/** The key in use, the theme of the console, and the languages of text recognition. */
export function General(): ReactNode {
  const [theme, choose] = useTheme();
  const { may } = useSession();
  const languages = useRead(readLanguages);
  const account = useRead(may("account") ? readAccount : readNothing);
  if ([languages, account].some(({ data, isLoading }) => isLoading && data === undefined)) {
    // All parts appear at once, so that none of them moves another one.
    return <Loading lines={12} />;
  }
  return (
    <div className={styles["columns"]}>
      <KeyInUse account={account} />
      <div className={styles["column"]}>
        <Card title="This console">
          <div className={styles["narrow"]}>
            <ChoiceField
              label="Theme"
              hint="Remembered in this browser."
              options={THEMES}
              value={theme}
              onChange={(id) => choose(THEMES.find((known) => known.id === id)?.id ?? "system")}
            />
          </div>
        </Card>
        <Card title="Languages of text recognition">
          <ResourceView resource={languages} lines={6}>
            {(items) => <Languages items={items} />}
          </ResourceView>
        </Card>
      </div>
    </div>
  );
}

const readAccount = async (client: ApiClient, signal: AbortSignal): Promise<OwnAccount | undefined> =>
  bodyOf(await client.GET("/api/v1/account", { signal }));

const readNothing = async (): Promise<undefined> => await Promise.resolve(undefined);

const readLanguages = async (
  client: ApiClient,
  signal: AbortSignal,
): Promise<readonly components["schemas"]["OcrLanguage"][]> =>
  bodyOf(await client.GET("/api/v1/ocr/languages", { signal })).languages;

const Languages = ({ items }: { readonly items: readonly components["schemas"]["OcrLanguage"][] }): ReactNode =>
  items.length === 0 ? (
    <Empty title="No languages are installed">
      Text recognition needs one: install a language of Tesseract on the machine, and start the service again.
    </Empty>
  ) : (
    <Table
      label="Languages of text recognition"
      columns={[
        { id: "name", label: "Language" },
        { id: "code", label: "Code" },
        { id: "short", label: "Or" },
      ]}
      rows={items}
      keyOf={({ code }) => code}
    >
      {({ name, code, iso639_1: short }) => ({ name, code: <code>{code}</code>, short: <code>{short ?? "–"}</code> })}
    </Table>
  );
