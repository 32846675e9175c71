import { parseArgs } from "node:util";
import { ConfigError } from "../platform/config/config.ts";
import { version } from "../version.ts";
import { doctor } from "./doctor.ts";

const USAGE = `Usage: quire COMMAND

  serve    start the service; settings are environment variables (docs/configuration.md)
  doctor   say what this machine offers the service and what is missing (--json)
  version  print the version
`;

const commands: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  // Imported when asked, so that a machine that cannot run the service can still be examined.
  serve: async () => (await import("./serve.ts")).serve(),
  doctor: (args) => doctor(args),
  version: () => {
    console.log(version);
    return Promise.resolve(0);
  },
};

/** Exit codes: 0 done, 1 the command failed, 2 it was not understood. */
async function main(args: string[]): Promise<number> {
  const { positionals, tokens } = parseArgs({ args, allowPositionals: true, strict: false, tokens: true });
  const [name] = positionals;
  if (
    name === undefined ||
    name === "help" ||
    tokens.some((token) => token.kind === "option" && token.name === "help")
  ) {
    console.log(USAGE);
    return name === undefined && args.length === 0 ? 2 : 0;
  }
  const command = commands[name];
  if (command === undefined) {
    console.error(`quire: there is no command '${name}'.\n\n${USAGE}`);
    return 2;
  }
  return command(args.filter((arg) => arg !== name));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError)) {
    throw error;
  }
  console.error(`quire: ${error.message}`);
  process.exitCode = 1;
}
