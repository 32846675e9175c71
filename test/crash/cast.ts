import { readFile } from "node:fs/promises";
import { seededRandom } from "../../bench/measuring/random.ts";
import { Client, type Habits, type Work } from "./client.ts";
import { type Connect, Connection, type Content, connectTo, formContent, jsonContent, sha256 } from "./connection.ts";
import { Granter } from "./granter.ts";
import { type AccountJournal, Journal, newAccountJournal } from "./journal.ts";

/** All users of the service in a crash loop, and what they know. */
export interface Cast {
  readonly journal: Journal;
  readonly clients: readonly Client[];
  readonly granter: Granter;
  /** The account whose requests have no Idempotency-Key and are answered at once. */
  readonly plain: AccountJournal;
  /** The account whose requests all have an Idempotency-Key and are answered at once. */
  readonly keyed: AccountJournal;
  /** The account that has fewer credits than it asks for. */
  readonly poor: AccountJournal;
}

/** The credits of the other accounts, more than a loop can spend. */
const RICH = 1_000_000;
export const POOR = 2;

const idle: Habits = { keyed: 0, asJob: 0, readsJob: 0, cancelsJob: 0, repeats: 0 };
const mixed: Habits = { keyed: 0.5, asJob: 0.5, readsJob: 0.2, cancelsJob: 0.08, repeats: 0.1 };

/** Makes accounts and keys, and finds out how the requests of the clients are answered. */
export async function assemble(
  port: number,
  { adminKey, seed, connect = connectTo }: { adminKey: string; seed: number; connect?: Connect },
): Promise<Cast> {
  using connection = new Connection(port);
  const account = (name: string, credits = RICH) => openAccount(connection, { adminKey, name, credits });
  const plain = await account("plain");
  const keyed = await account("keyed");
  const jobs = await account("jobs");
  const mixedOne = await account("mixed one");
  const mixedTwo = await account("mixed two");
  const poor = await account("poor", POOR);
  const journal = new Journal([plain, keyed, jobs, mixedOne, mixedTwo, poor]);
  const works = await learnWorks(connection, adminKey);
  const habits: readonly (readonly [AccountJournal, Habits])[] = [
    [plain, idle],
    [plain, idle],
    [keyed, { ...idle, keyed: 1, repeats: 0.15 }],
    [keyed, { ...idle, keyed: 1, repeats: 0.15 }],
    [jobs, { ...idle, asJob: 1, readsJob: 0.3, cancelsJob: 0.05 }],
    [mixedOne, mixed],
    [mixedTwo, mixed],
    [poor, mixed],
  ];
  const clients = habits.map(
    ([of, has], index) =>
      new Client({ account: of, habits: has, works, journal, connect, random: seededRandom(seed + index + 1) }),
  );
  return {
    journal,
    clients,
    granter: new Granter({ adminKey, accountId: poor.id, journal, connect }),
    plain,
    keyed,
    poor,
  };
}

async function openAccount(
  connection: Connection,
  { adminKey, name, credits }: { adminKey: string; name: string; credits: number },
): Promise<AccountJournal> {
  const post = (path: string, value: object) =>
    connection.ask({ method: "POST", path, key: adminKey, content: jsonContent(value) }, 201);
  const { account_id } = await post("/api/v1/accounts", { name, credits });
  const { key } = await post("/api/v1/keys", { name, account_id });
  return newAccountJournal({ name, id: String(account_id), key: String(key) });
}

/** Returns small work of both kinds: the smallest rewriting, and the smallest drawing. */
async function learnWorks(connection: Connection, key: string): Promise<Work[]> {
  const unlock = await form("encrypted-aes-256-r6.pdf", { password: "user" });
  const draw = await form("four-colours.pdf", { page_number: "1", dpi: "72" });
  return Promise.all(
    [
      { path: "/api/v1/pdf/remove-password", content: unlock },
      { path: "/api/v1/convert/pdf-to-image", content: draw },
    ].map(async ({ path, content }) => {
      const answer = await connection.send({ method: "POST", path, key, content });
      if (answer.kind === "cut" || answer.status !== 200) {
        throw new Error(`${path}: ${JSON.stringify(answer).slice(0, 500)}`);
      }
      return { path, content, resultSha256: sha256(answer.body) };
    }),
  );
}

async function form(fixture: string, fields: Readonly<Record<string, string>>): Promise<Content> {
  const content = await readFile(new URL(`../fixtures/${fixture}`, import.meta.url));
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return formContent([...texts, { name: "file", content }]);
}
