import { useCompiledModules } from "./thread-data.ts";

/* The entry of a thread: it is small, so that everything that it loads can have been compiled before. */
useCompiledModules();
await import("./wal-checkpoint-program.ts");
