import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Compiled modules are kept next to the packages: the next start takes half as long to load them. Where nothing can be
// written there, nothing is kept. Nothing of the program is imported before that, or it would be compiled at every start.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/quire"));
const { exitCodeOf } = await import("./run.ts");
process.exitCode = await exitCodeOf(process.argv.slice(2));
