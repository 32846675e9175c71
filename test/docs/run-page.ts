import { runPage } from "./page-samples.ts";

/*
 * Runs the samples of pages against a service that is running, with the address and the key that README.md prints:
 * `run-page.ts PAGE...`
 */

const where = { baseUrl: "http://127.0.0.1:8080", key: "my-first-key-2b7e151628aed2a6" };
for (const page of process.argv.slice(2)) {
  // oxlint-disable-next-line eslint/no-await-in-loop -- pages may use the same names
  process.stdout.write(`== ${await runPage(page, where)} samples of ${page} work as printed\n`);
}
