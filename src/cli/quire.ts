import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../kernel/failure.ts";
import { ConfigError } from "../platform/config/config.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { version } from "../version.ts";
import { UsageError } from "./command-line.ts";
import { doctor } from "./doctor.ts";

const USAGE = `Usage: quire COMMAND

  serve    start the service; settings are environment variables (docs/configuration.md)
  doctor   report what this machine offers the service and what is missing (--json)
  validate FILE... [--profile P] [--json]
           report whether PDFs conform to PDF/A (docs/pdfa.md): to what they claim, or to P, such as 2b
  backup DIRECTORY
           copy the data directory, while the service may be running (docs/operating.md)
  version  print the version

Accounts and keys, in the data directory of QUIRE_DATA_DIR; the service may be running:

  accounts create NAME [--credits N]
  accounts grant ID AMOUNT [--reason TEXT]   a negative amount takes credits
  accounts list [--json]
  keys create [--account ID] [--name NAME] [--scopes A,B] [--test] [--expires DATE]
              [--rate-limit N] [--concurrency N] [--import]
                                             of the first account, unless --account names another;
                                             --import reads an existing key from standard input
  keys list [--account ID] [--json]
  keys revoke ID
  keys rotate ID [--grace-seconds N]         the old secret works for a day, or N seconds
`;

const commands: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  // Modules are imported when asked, so that a machine that cannot run the service can still be examined.
  serve: async () => (await import("./serve.ts")).serve(),
  doctor: (args) => doctor(args),
  validate: async (args) => (await import("./validate.ts")).validate(args),
  backup: async (args) => (await import("./backup.ts")).backup(args),
  accounts: async (args) => (await import("./accounts.ts")).accounts(args),
  keys: async (args) => (await import("./keys.ts")).keys(args),
  version: () => {
    console.log(version);
    return Promise.resolve(0);
  },
};

// Compiled modules are kept next to the packages: the next start takes half as long to load them. Where nothing can be
// written there, nothing is kept.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/quire"));

/**
 * Runs the command line and returns its exit code: 0 done, 1 the command failed, 2 it was not understood; `validate`
 * has its own codes.
 */
async function main(args: string[]): Promise<number> {
  const { tokens } = parseArgs({ args, allowPositionals: true, strict: false, tokens: true });
  const word = tokens.find((token) => token.kind === "positional");
  if (
    word === undefined ||
    word.value === "help" ||
    tokens.some((token) => token.kind === "option" && token.name === "help")
  ) {
    console.log(USAGE);
    return word === undefined && args.length === 0 ? 2 : 0;
  }
  const command = Object.hasOwn(commands, word.value) ? commands[word.value] : undefined;
  if (command === undefined) {
    throw new UsageError(`There is no command '${word.value}'.`);
  }
  return command(args.toSpliced(word.index, 1));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`quire: ${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (error instanceof ConfigError || error instanceof StartFailure || error instanceof Failure) {
    console.error(`quire: ${error.message}`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
