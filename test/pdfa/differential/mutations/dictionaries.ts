import { CosString, type CosValue, Dict, Name, resolve } from "@quire/cos";
import type { Dice } from "../../../fuzz/dice.ts";
import { type PlainFile, valueText, Written } from "../plain-file.ts";
import { dictionariesOf } from "../roles.ts";
import { type Mutation, someDictionary } from "./mutation.ts";

/** The mutations of a dictionary's entries that know no rule. */
export const DICTIONARY_MUTATIONS: readonly Mutation[] = [
  {
    kind: "remove",
    apply: (file, dice) =>
      withEntry(file, dice, ({ dict, key }) => {
        dict.delete(key);
        return "";
      }),
  },
  {
    kind: "retype",
    apply: (file, dice) =>
      withEntry(file, dice, ({ dict, key }) => {
        const other = dice.pick(["null", "true", "7", "1.5", "/Other", "(text)", "[]", "<<>>", "[1 2 3]"]);
        dict.set(key, new Written(other));
        return ` to ${other}`;
      }),
  },
  {
    kind: "rename",
    apply: (file, dice) =>
      withEntry(file, dice, ({ dict, key, value }) => {
        const other = dice.pick([key.toLowerCase(), `${key}X`, `${key}\u00e9`, key.slice(0, -1) || "X"]);
        dict.delete(key);
        dict.set(other, value);
        return ` to /${other}`;
      }),
  },
  {
    kind: "duplicate",
    apply: (file, dice) =>
      withEntry(file, dice, ({ dict, key, value }) => {
        const other = dice.pick(dictionariesOf(file).filter((one) => one.dict !== dict && !one.dict.entries.has(key)));
        other.dict.set(key, value);
        return ` into ${other.role}`;
      }),
  },
  {
    kind: "move",
    apply: (file, dice) =>
      withEntry(file, dice, ({ dict, key, value }) => {
        const others = [...dict.entries.keys()].filter((one) => one !== key);
        if (others.length === 0) {
          return undefined;
        }
        const other = dice.pick(others);
        dict.set(key, dict.raw(other) ?? null);
        dict.set(other, value);
        return ` with /${other}`;
      }),
  },
  {
    kind: "re-encode",
    apply: (file, dice) =>
      withEntry(file, dice, ({ dict, key, value }) => {
        const written = otherSpelling(file, dice, value);
        dict.set(key, written);
        return ` as ${written instanceof Written ? written.text.slice(0, 30) : "a reference"}`;
      }),
  },
];

interface Entry {
  readonly dict: Dict;
  readonly key: string;
  readonly value: CosValue;
}

function withEntry(file: PlainFile, dice: Dice, change: (entry: Entry) => string | undefined): string | undefined {
  const found = someDictionary(file, dice, ({ dict }) => dict.entries.size > 0);
  if (found === undefined) {
    return undefined;
  }
  const { dict, role } = found;
  const key = dice.pick([...dict.entries.keys()]);
  const said = change({ dict, key, value: dict.raw(key) ?? null });
  return said === undefined ? undefined : `/${key} of ${role}${said}`;
}

/** Returns the same value written in another way, in some of which it is no longer as the standard requires. */
function otherSpelling(file: PlainFile, dice: Dice, value: CosValue): CosValue {
  if (value instanceof CosString) {
    const hex = Buffer.from(value.bytes).toString("hex");
    return new Written(
      dice.pick([
        `<${hex}>`,
        `<${hex}0>`,
        `<${hex} >`,
        `<${hex}g0>`,
        `<${hex.toUpperCase()}\n>`,
        `(${"x".repeat(40_000)})`,
      ]),
    );
  }
  if (value instanceof Name) {
    const first = (value.value.codePointAt(0) ?? 0x41).toString(16).padStart(2, "0");
    return new Written(
      dice.pick([`/#${first}${value.value.slice(1)}`, `/${value.value}#ff`, `/${"N".repeat(128)}`, "/"]),
    );
  }
  if (typeof value === "number") {
    return new Written(
      dice.pick([
        `+${value}`,
        `${value}.0`,
        `0${value}`,
        "2147483648",
        "-2147483649",
        "32767.5",
        "0.00000000000000000000000000000000000000001",
        `${value}.`,
      ]),
    );
  }
  const direct = resolve(value);
  return value === direct && !(direct instanceof Written) ? file.add(value) : new Written(valueText(direct));
}
