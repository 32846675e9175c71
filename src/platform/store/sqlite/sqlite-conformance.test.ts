import { rm } from "node:fs/promises";
import { join } from "node:path";
import { scratchDirectory } from "../conformance/scratch.ts";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openSqliteStore } from "./sqlite-store.ts";

for (const writer of ["thread", "inline"] as const) {
  storeConformance(`SQLite, ${writer} writer`, async () => {
    const directory = await scratchDirectory();
    const store = await openSqliteStore({ path: join(directory, "store.db"), writer });
    return { store, remove: () => rm(directory, { recursive: true }) };
  });
}
