import { newId } from "../../ids.ts";
import { openSqliteStore } from "../sqlite-store.ts";

/* Spends single credits of an account as long as there are any: spend.ts PATH ACCOUNT. Prints how many it got. */

const [path = "", accountId = ""] = process.argv.slice(2);
const store = await openSqliteStore({ path, writer: "thread" });

async function spend(): Promise<number> {
  for (let spent = 0; ; spent++) {
    const request = { id: newId.hold(), accountId, keyId: "key", operation: "merge", amount: 1 };
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    const held = await store.credits.hold({ ...request, instance: "inst", now: Date.now() });
    if (held.kind === "short") {
      return spent;
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await store.credits.settle({ holdId: request.id, charge: 1, pages: 1, now: Date.now() });
  }
}

const spent = await Promise.all(Array.from({ length: 4 }, spend));
await store.close();
process.stdout.write(String(spent.reduce((sum, part) => sum + part, 0)));
