import { type Mutation, someDictionary } from "./mutation.ts";

/** The changes of the header of a profile (ISO 15076-1, 7.2), and of the entries beside it. */
export const PROFILE_MUTATIONS: readonly Mutation[] = [
  {
    kind: "ICC profile",
    apply(file, dice) {
      const found = someDictionary(file, dice, ({ role }) => role === "icc-profile");
      const text = found?.stream && file.textOf(found.stream);
      if (found?.stream === undefined || text === undefined) {
        return undefined;
      }
      const put = (at: number, value: string): string => text.slice(0, at) + value + text.slice(at + value.length);
      const [said, changed] = dice.pick<readonly [string, string]>([
        ...["prtr", "mntr", "scnr", "spac", "link", "abst", "nmcl", "xxxx"].map(
          (one) => [`class ${one}`, put(12, one)] as const,
        ),
        ...["RGB ", "CMYK", "GRAY", "Lab ", "XYZ ", "rgb ", "HSV "].map(
          (one) => [`space ${one}`, put(16, one)] as const,
        ),
        ...["\u0002\u0010", "\u0003\0", "\u0004\0", "\u0004\u0040", "\u0005\0", "\u0001\0", "\u0002\u0090"].map(
          (one) => [`version ${one.charCodeAt(0)}.${one.charCodeAt(1)}`, put(8, one)] as const,
        ),
        ["another size", put(0, "\0\0\0\x10")],
        ["cut off", text.slice(0, dice.below(140))],
        ["empty", ""],
        ["bytes after it", `${text}xxx`],
      ]);
      if (dice.chance(0.05)) {
        found.dict.set("N", 2);
        return "N 2";
      }
      file.setText(found.stream, changed);
      return said;
    },
  },
];
