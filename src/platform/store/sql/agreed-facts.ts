import type { Store } from "../store.ts";
import type { Sql } from "./sql.ts";

/** Keeps a fact unless one of its name is kept, and returns what is kept; see `Store.agree`. */
export async function agree(sql: Sql, { name, value }: Parameters<Store["agree"]>[0]): Promise<string> {
  await sql.run("INSERT INTO agreed_facts (name, value) VALUES ($name, $value) ON CONFLICT (name) DO NOTHING", {
    name,
    value,
  });
  const kept = await sql.get<{ readonly value: string }>("SELECT value FROM agreed_facts WHERE name = $name", { name });
  return kept?.value ?? value;
}
