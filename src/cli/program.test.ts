import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { version } from "../version.ts";
import { UsageError } from "./command-line.ts";
import { runQuire } from "./program.ts";

/* The command line by itself: what is understood, help and version. What commands do is in their own suites. */

let printed = "";
beforeEach(() => {
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(console, "log").mockImplementation((text: unknown) => {
    printed += `${String(text)}\n`;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.for([["--version"], ["-v"], ["version"]])("quire %s prints the version", async (args) => {
  expect(await runQuire(args)).toBe(0);
  expect(printed).toBe(`${version}\n`);
});

test.for([
  [["--help"], "Usage: quire [options] [command]", "serve "],
  [["-h"], "Usage: quire [options] [command]", "keys "],
  [["help"], "Usage: quire [options] [command]", "doctor "],
  [["serve", "--help"], "Usage: quire serve [options]", "--port <number>"],
  [["serve", "-h"], "Usage: quire serve [options]", "--data-dir <directory>"],
  [["help", "serve"], "Usage: quire serve [options]", "--host <address>"],
  [["keys", "--help"], "Usage: quire keys [options] [command]", "rotate "],
  [["keys", "create", "-h"], "Usage: quire keys create [options]", "--scopes <list>"],
  [["accounts", "grant", "--help"], "Usage: quire accounts grant [options] <ID> <AMOUNT>", "--reason <text>"],
  [["validate", "--help"], "Usage: quire validate [options] <PATH...>", "Exit code: 0 all conform"],
  [["doctor", "--help"], "Usage: quire doctor [options]", "--json"],
] as const)("quire %j shows the help of that command alone", async ([args, usage, member]) => {
  expect(await runQuire(args)).toBe(0);
  expect(printed).toContain(usage);
  expect(printed).toContain(member);
  expect(printed.match(/Usage:/g)).toHaveLength(1);
});

test("without a word, help and 2", async () => {
  expect(await runQuire([])).toBe(2);
  expect(printed).toContain("Usage: quire");
});

test.for([
  [["serve", "--prot", "9000"], "Unknown option '--prot'. (Did you mean --port?)", "quire serve"],
  [["serve", "--datadir=x"], "Unknown option '--datadir=x'. (Did you mean --data-dir?)", "quire serve"],
  [["serve", "9000"], "Too many arguments for 'serve'. Expected 0 arguments but got 1", "quire serve"],
  [["serve", "--port"], "Option '--port <number>' argument missing.", "quire serve"],
  [["serv"], "Unknown command 'serv'. (Did you mean serve?)", "quire"],
  [["constructor"], "Unknown command 'constructor'.", "quire"],
  [["--versoin"], "Unknown option '--versoin'. (Did you mean --version?)", "quire"],
  [["keys"], "After 'quire keys' comes one of create, list, revoke, rotate.", "quire keys"],
  [["keys", "creat"], "Unknown command 'creat'. (Did you mean create?)", "quire keys"],
  [["keys", "create", "--scope", "pdf"], "Unknown option '--scope'. (Did you mean --scopes?)", "quire keys create"],
  [["keys", "list", "--jsn"], "Unknown option '--jsn'. (Did you mean --json?)", "quire keys list"],
  [["keys", "revoke"], "Missing required argument 'ID'.", "quire keys revoke"],
  [["doctor", "--verbose"], "Unknown option '--verbose'.", "quire doctor"],
  [["validate"], "Missing required argument 'PATH'.", "quire validate"],
] as const)("quire %j is not understood: %s", async ([args, message, command]) => {
  const error: unknown = await runQuire(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  const [first = "", second, ...rest] = String(error instanceof Error ? error.message : error).split("\n");
  expect(first).toContain(message);
  expect([second, rest]).toEqual([`'${command} --help' shows how it is called.`, []]);
  expect(printed).toBe("");
});

test.for(["--port=", "--host="])("quire serve %s has no value, and nothing starts", async (flag) => {
  await expect(runQuire(["serve", flag])).rejects.toThrow(`${flag.slice(0, -1)} needs a value.`);
});
