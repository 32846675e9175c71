import { Bounds } from "@quire/cos";
import { expect, test } from "vitest";
import { appearanceWithNewNames } from "./default-appearance.ts";

const endings = new Map([
  [
    "Font",
    new Map([
      ["Helv", "_2"],
      ["A B", "_3"],
    ]),
  ],
  ["ExtGState", new Map([["Helv", "_9"]])],
]);

const renamed = (appearance: string): string | undefined => {
  const bytes = appearanceWithNewNames(Buffer.from(appearance, "latin1"), endings, new Bounds());
  return bytes && Buffer.from(bytes).toString("latin1");
};

test.each([
  ["/Helv 12 Tf 0 g", "/Helv_2 12 Tf 0 g"],
  ["0 g/Helv 0 Tf", "0 g/Helv_2 0 Tf"],
  ["/A#20B 9 Tf /Helv gs", "/A#20B_3 9 Tf /Helv_9 gs"],
  ["/#48elv 9 Tf % /Helv 1 Tf", "/#48elv_2 9 Tf % /Helv 1 Tf"],
  ["/Helv 1 Tf 1 g /Helv 2 Tf", "/Helv_2 1 Tf 1 g /Helv_2 2 Tf"],
])("%s has the new names of its resources", (appearance, expected) => {
  expect(renamed(appearance)).toBe(expected);
});

test.each(["", "0 g", "/Cour 12 Tf", "/Helv", "Helv 12 Tf", "/Helv cs", "(/Helv 12 Tf", "/Helv 0 g 12 Tf"])(
  "%s has none to be renamed",
  (appearance) => {
    expect(renamed(appearance)).toBeUndefined();
  },
);
