import { configureGlobal } from "fast-check";

// Properties are tried on the same few values in each run, so that a failure was caused by the last change. The full
// run tries more, and different ones each time.
configureGlobal({ seed: 32_000, numRuns: 30 });
