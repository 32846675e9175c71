import { configureGlobal } from "fast-check";

// Properties are tried on the same few values in each run, so that what fails was made by the last change. The full run
// tries more, and others each time.
configureGlobal({ seed: 32_000, numRuns: 30 });
