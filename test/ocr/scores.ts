import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ItemScore } from "./corpus.ts";
import type { Engine, ReadCorpus } from "./read-corpus.ts";

/** Means of a group of pages, in percent. */
export interface GroupScore {
  readonly pages: number;
  /** The character error rate of the pages whose order of reading is beyond doubt; null when there are none. */
  readonly cer: number | null;
  readonly f1: number;
  /** The share of words whose place was found; null where no boxes are reported. */
  readonly boxes: number | null;
}

/** The result of a whole run, as it is kept in scores/ocr.json. */
export interface Score {
  readonly all: GroupScore;
  /** The scores by what was done to the pages, and by what they hold. */
  readonly groups: Readonly<Record<string, GroupScore>>;
  /** The processor time per page, for people: it depends on the machine. */
  readonly cpuSecondsPerPage: number;
}

export type Scores = Partial<Record<Engine, Score>>;

const PATH = fileURLToPath(new URL("scores/ocr.json", import.meta.url));

export const readScores = (): Scores => (existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Scores) : {});

export const writeScores = (scores: Scores): void => writeFileSync(PATH, `${JSON.stringify(scores, null, 2)}\n`);

export function scoreOf({ scores, cpuSecondsPerPage }: ReadCorpus): Score {
  const names = new Set(scores.flatMap(groupsOf));
  return {
    all: groupScore(scores),
    groups: Object.fromEntries(
      [...names].toSorted().map((name) => [name, groupScore(scores.filter((one) => groupsOf(one).includes(name)))]),
    ),
    cpuSecondsPerPage: roundTo(cpuSecondsPerPage, 2),
  };
}

const groupsOf = ({ cond, type, lang }: ItemScore): string[] => [cond, `type ${type}`, `language ${lang}`];

export const groupScore = (scores: readonly ItemScore[]): GroupScore => ({
  pages: scores.length,
  cer: percent(scores.map(({ cer }) => cer)),
  f1: percent(scores.map(({ f1 }) => f1)) ?? 0,
  boxes: percent(scores.map(({ box }) => box ?? null)),
});

function percent(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : roundTo((100 * known.reduce((sum, value) => sum + value, 0)) / known.length, 2);
}

const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The greatest difference that rounding may make, in percent. */
const SLACK = 0.05;

/** Returns where a run was worse than the one that is kept. */
export function losses(kept: Score, now: Score): string[] {
  const names = Object.keys(kept.groups);
  return [
    ...groupLosses("all", kept.all, now.all),
    ...names.flatMap((name) => groupLosses(name, kept.groups[name], now.groups[name])),
  ];
}

function groupLosses(name: string, kept: GroupScore | undefined, now: GroupScore | undefined): string[] {
  const losing = (["cer", "f1", "boxes"] as const).filter((what) => {
    const [before, after] = [kept?.[what] ?? 0, now?.[what] ?? (what === "cer" ? 100 : 0)];
    return what === "cer" ? kept?.cer !== null && after > before + SLACK : after < before - SLACK;
  });
  return losing.map((what) => `${name}, ${what}: ${now?.[what]}, was ${kept?.[what]}`);
}
