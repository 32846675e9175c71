import { WORK_CLASSES, type WorkClass } from "../../kernel/work-class.ts";

const NONE = "none";

const namesIn = (list: string): readonly string[] => list.split(",").map((name) => name.trim().toLowerCase());

/** Returns what is wrong with a list of classes of work; undefined when nothing is. */
export function classesFault(list: string): string | undefined {
  const names = namesIn(list);
  if (names.length === 1 && names[0] === NONE) {
    return undefined;
  }
  const wrong = names.find((name) => !WORK_CLASSES.some((each) => each === name));
  return wrong === undefined
    ? undefined
    : `${JSON.stringify(wrong)} is no class of work; it takes one or more of ${WORK_CLASSES.join(", ")}, separated by commas, or ${NONE} alone.`;
}

/** Returns the classes that a list without fault names, in the order of `WORK_CLASSES`. */
export function classesIn(list: string): readonly WorkClass[] {
  const names = namesIn(list);
  return WORK_CLASSES.filter((each) => names.includes(each));
}
