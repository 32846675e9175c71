import { Command, CommanderError } from "commander";
import { version } from "../version.ts";
import type { DataDirectoryChoice } from "./data-directory.ts";
import type { NewKeyOptions } from "./keys.ts";
import type { ListOptions } from "./languages.ts";
import type { ServeFlags, WorkerFlags } from "./serve.ts";
import type { ValidateFlags } from "./validate.ts";
import { NOT_UNDERSTOOD, withShortErrors } from "./usage-errors.ts";

/*
 * The command line: which commands there are, with their operands, options and help. Modules are imported when asked, so
 * that a machine that cannot run the service can still be examined.
 */

/**
 * Runs a command and returns its exit code: 0 done, 1 the command failed; `validate` has its own codes. Help and version
 * go to standard output.
 * @throws UsageError when the command line is not understood; what commands throw
 */
export async function runQuire(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  });
  if (args.length === 0) {
    console.log(program.helpInformation());
    return NOT_UNDERSTOOD;
  }
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Commander ends a command that shows help or the version by an error as well.
    if (!(error instanceof CommanderError)) {
      throw error;
    }
  }
  return exitCode;
}

/** Runs a command and reports its exit code. */
type Run = (code: Promise<number>) => Promise<void>;

function createProgram(report: (exitCode: number) => void): Command {
  const run: Run = async (code) => report(await code);
  const program = withShortErrors(new Command("quire"))
    .description(
      "A PDF and OCR service that you run yourself. Settings are environment variables (docs/configuration.md).",
    )
    .version(version, "-v, --version", "print the version")
    .configureOutput({ writeErr: () => undefined, outputError: () => undefined })
    .addHelpText("after", "\nquire help COMMAND shows the operands and options of a command.");
  addServiceCommands(program, run);
  addAccountCommands(
    subcommand(program, "accounts", "manage accounts and their credits; the service may be running"),
    run,
  );
  addKeyCommands(subcommand(program, "keys", "manage API keys; the service may be running"), run);
  addLanguageCommands(subcommand(program, "languages", "the languages of text recognition on this machine"), run);
  subcommand(program, "version", "print the version").action(() => console.log(version));
  return program;
}

function addServiceCommands(program: Command, run: Run): void {
  withDataDirectory(
    subcommand(program, "serve", "start the service")
      .option("--port <number>", "port to listen on, 0 for a free one; goes before QUIRE_PORT")
      .option("--host <address>", "address to listen on; goes before QUIRE_HOST"),
  ).action((flags: ServeFlags) => run(import("./serve.ts").then(({ serve }) => serve(flags))));
  withDataDirectory(
    subcommand(program, "worker", "work on the jobs of a shared database, without an API (docs/scaling.md)")
      .option("--classes <list>", "classes of jobs, separated by commas: pdf, ocr, browser; otherwise all")
      .option("--port <number>", "port of health checks and metrics, 0 for a free one; goes before QUIRE_PORT")
      .option("--host <address>", "address to listen on; goes before QUIRE_HOST"),
  ).action((flags: WorkerFlags) => run(import("./serve.ts").then(({ work }) => work(flags))));
  withDataDirectory(
    subcommand(
      program,
      "doctor",
      "report what this machine offers the service, and what to do about what is missing",
    ).option("--json", "report as JSON"),
  ).action((options: DataDirectoryChoice & { readonly json?: boolean }) =>
    run(import("./doctor.ts").then(({ doctor }) => doctor(options))),
  );
  withDataDirectory(
    subcommand(program, "backup", "copy the database and the files; the service may be running").argument(
      "<DIRECTORY>",
      "the directory to make",
    ),
  ).action((directory: string, options: DataDirectoryChoice) =>
    run(import("./backup.ts").then(({ backup }) => backup(directory, options))),
  );
  withDataDirectory(
    subcommand(program, "restore", "bring a backup back into an empty data directory or database").argument(
      "<DIRECTORY>",
      "the backup",
    ),
  ).action((directory: string, options: DataDirectoryChoice) =>
    run(import("./restore.ts").then(({ restore }) => restore(directory, options))),
  );
  withDataDirectory(
    subcommand(program, "migrate", "copy everything to the PostgreSQL database of QUIRE_DATABASE_URL"),
  ).action((options: DataDirectoryChoice) => run(import("./migrate.ts").then(({ migrate }) => migrate(options))));
  subcommand(program, "validate", "report whether PDFs conform to PDF/A and PDF/UA (docs/pdfa.md)")
    .argument("<PATH...>", "files, folders (all *.pdf in them and below), or - for standard input")
    .option("--profile <profile>", "check for this profile, such as 2b, rather than for what a file claims")
    .option(
      "--accessibility <standard>",
      "check for accessibility: ua1, ua2, wt1a or wt1r; without --profile only that",
    )
    .option("--password-file <file>", "a file whose first line is the password of those that have one")
    .option("--json", "report as JSON: one list of the API's answers")
    .option("--junit <file>", "also write a report for JUnit, '-' writes it to standard output in place of the text")
    .addHelpText("after", "\nExit code: 0 all conform, 1 some do not, 2 some could not be opened, or wrong usage.")
    .action((paths: readonly string[], options: ValidateFlags) =>
      run(import("./validate.ts").then(({ validate }) => validate(paths, options))),
    );
}

const loadAccounts = () => import("./accounts.ts");

function addAccountCommands(accounts: Command, run: Run): void {
  withDataDirectory(
    subcommand(accounts, "create", "make an account; its id is on standard output alone")
      .argument("<NAME>", "a name of 1 to 200 characters")
      .option("--credits <number>", "credits to begin with"),
  ).action((name: string, options: DataDirectoryChoice & { readonly credits?: string }) =>
    run(loadAccounts().then(({ createAccount }) => createAccount(name, options))),
  );
  withDataDirectory(
    subcommand(accounts, "grant", "grant credits, or take some with a negative amount")
      .argument("<ID>", "the account")
      .argument("<AMOUNT>", "the credits")
      .option("--reason <text>", "what the ledger says about it"),
  ).action((id: string, amount: string, options: DataDirectoryChoice & { readonly reason?: string }) =>
    run(loadAccounts().then(({ grantCredits }) => grantCredits(id, amount, options))),
  );
  withDataDirectory(subcommand(accounts, "list", "list all accounts").option("--json", "list as JSON")).action(
    (options: DataDirectoryChoice & { readonly json?: boolean }) =>
      run(loadAccounts().then(({ listAccounts }) => listAccounts(options))),
  );
}

const loadKeys = () => import("./keys.ts");

function addKeyCommands(keys: Command, run: Run): void {
  withDataDirectory(
    subcommand(keys, "create", "make a key; it is on standard output alone, and is not shown again")
      .option("--account <id>", "the account that it is for; otherwise the first one")
      .option("--name <name>", "what the key is called")
      .option("--scopes <list>", "what it opens, separated by commas; otherwise *, which is everything except admin")
      .option("--test", "make a test key, which costs nothing")
      .option("--expires <date>", "when it expires, such as 2031-01-31 or 2031-01-31T12:00:00Z")
      .option("--rate-limit <number>", "most requests per minute")
      .option("--concurrency <number>", "most operations at the same time")
      .option("--addresses <networks>", "networks that may use it, separated by commas (CIDR)")
      .option("--import", "read an existing key from standard input"),
  ).action((options: NewKeyOptions) => run(loadKeys().then(({ createKey }) => createKey(options))));
  withDataDirectory(
    subcommand(keys, "list", "list keys, without their secrets")
      .option("--account <id>", "those of this account alone")
      .option("--json", "list as JSON"),
  ).action((options: DataDirectoryChoice & { readonly account?: string; readonly json?: boolean }) =>
    run(loadKeys().then(({ listKeys }) => listKeys(options))),
  );
  withDataDirectory(
    subcommand(keys, "revoke", "revoke a key, at once and for good").argument("<ID>", "the key"),
  ).action((id: string, options: DataDirectoryChoice) =>
    run(loadKeys().then(({ revokeKey }) => revokeKey(id, options))),
  );
  withDataDirectory(
    subcommand(keys, "rotate", "give a key a new secret, which is on standard output alone")
      .argument("<ID>", "the key")
      .option("--grace-seconds <number>", "how long the old secret works yet; otherwise a day"),
  ).action((id: string, options: DataDirectoryChoice & { readonly graceSeconds?: string }) =>
    run(loadKeys().then(({ rotateKey }) => rotateKey(id, options))),
  );
}

const loadLanguages = () => import("./languages.ts");

function addLanguageCommands(languages: Command, run: Run): void {
  subcommand(languages, "list", "list the languages that pages can be read in")
    .option("--available", "those that can be added, instead")
    .option("--json", "list as JSON")
    .action((options: ListOptions) => run(loadLanguages().then(({ listLanguages }) => listLanguages(options))));
  subcommand(
    languages,
    "add",
    "install the data of languages (Debian); the service reads them when it is started again",
  )
    .argument("<CODE...>", "languages such as ita, deu_latf, chi_sim or script/Fraktur")
    .action((codes: readonly string[]) => run(loadLanguages().then(({ addLanguages }) => addLanguages(codes))));
}

const subcommand = (parent: Command, name: string, description: string): Command =>
  withShortErrors(parent.command(name).description(description));

const withDataDirectory = (command: Command): Command =>
  command.option("--data-dir <directory>", "data directory of the service; goes before QUIRE_DATA_DIR");
