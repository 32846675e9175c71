import { Command } from "commander";
import { UsageError } from "./command-line.ts";

/* The report of a command that was not understood. */

/** The exit code of a command line that is not understood. */
export const NOT_UNDERSTOOD = 2;

/** Has a command that is not understood report what is wrong in a line, and how its help is called in another. */
export const withShortErrors = (command: Command): Command =>
  command.exitOverride((error) => {
    if (error.exitCode === 0) {
      throw error;
    }
    const path = pathOf(command);
    const fault =
      error.code === "commander.help"
        ? `After '${path}' comes one of ${command.commands.map((known) => known.name()).join(", ")}.`
        : sentenceOf(error.message);
    throw new UsageError(`${fault}\n'${path} --help' shows how it is called.`);
  });

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

/** Makes a sentence of a message such as "error: unknown option '--prot'\n(Did you mean --port?)". */
function sentenceOf(message: string): string {
  const [fault = "", ...advice] = message.replace(/^error: /, "").split("\n");
  const sentence = `${fault.charAt(0).toUpperCase()}${fault.slice(1)}`;
  return [sentence.endsWith(".") ? sentence : `${sentence}.`, ...advice].join(" ");
}
