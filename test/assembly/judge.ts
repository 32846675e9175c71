import { type CorpusFile, compareNames } from "../corpora/corpus.ts";
import { Appearance } from "../cos/appearance.ts";
import { isHostile } from "../cos/corpus.ts";
import { judgeInParallel, type ParallelJudge } from "../cos/parallel-judges.ts";
import { type Check, check } from "../cos/qpdf.ts";
import { type Loss, WorkingProcess } from "../cos/working-process.ts";
import type { AssemblyAnswer, AssemblyRequest, InputFile } from "./assembly-process.ts";
import { type Contents, contentsOf } from "./contents.ts";
import { COUNTED, type Counted, isWritten, type Judgement, type Look } from "./judgement.ts";
import { OTHER, type Subject, TAKES_MERGED, WORK_NAMES, WORKS, type Work, type WorkName } from "./works.ts";

const ANSWER_WITHIN_MS = 25_000;

/** Judges each file, as many at once as there are cores. */
export async function judgeAll(files: readonly CorpusFile[]): Promise<Judgement[]> {
  const judgements = await judgeInParallel(files, (prefix) => new Judge(prefix));
  return judgements.toSorted((a, b) => compareNames(a.file, b.file));
}

class Judge implements ParallelJudge<CorpusFile, Judgement> {
  readonly #prefix: string;
  readonly #assembly = new WorkingProcess<AssemblyRequest, AssemblyAnswer>("../assembly/assembly-process.ts");
  readonly #appearance = new Appearance();

  readonly #other = contentsOf(OTHER);

  /** Makes a judge that writes its files to paths which begin with `prefix`. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  async judge(file: CorpusFile): Promise<Judgement> {
    const input: InputFile = { path: file.path, password: file.password };
    const answers = await this.#answers(input);
    const judgement = { file: file.id, pages: pagesIn(answers), answers };
    if (isHostile(file)) {
      return { ...judgement, looks: {}, contents: {} };
    }
    const contents = await this.#contents(input, answers);
    const needsAppearances = contents.input?.needsAppearances ?? false;
    const looks = await this.#looks({ file: input, pageCount: judgement.pages, needsAppearances }, answers);
    return { ...judgement, looks, contents };
  }

  [Symbol.dispose](): void {
    this.#assembly[Symbol.dispose]();
    this.#appearance[Symbol.dispose]();
  }

  async #answers(file: InputFile): Promise<Answers> {
    const answers: Partial<Record<WorkName, AssemblyAnswer | Loss>> = {};
    for (const name of WORK_NAMES) {
      if (!TAKES_MERGED.has(name) || isWritten(answers.behind)) {
        const { request } = WORKS[name]({ file, pageCount: pagesIn(answers) }, this.#prefix);
        answers[name] = await this.#assembly.ask(request, ANSWER_WITHIN_MS);
      }
    }
    return answers;
  }

  async #contents(input: InputFile, answers: Answers): Promise<Judgement["contents"]> {
    const contents: Partial<Record<"input" | "other" | Counted, Contents | undefined>> = {
      input: await contentsOf(input),
      other: await this.#other,
    };
    for (const name of COUNTED.filter((one) => isWritten(answers[one]))) {
      const [output] = WORKS[name]({ file: input, pageCount: pagesIn(answers) }, this.#prefix).outputs;
      contents[name] = output && (await contentsOf(output));
    }
    return contents;
  }

  async #looks(subject: Subject, answers: Answers): Promise<Judgement["looks"]> {
    this.#appearance.forget();
    const looks: Partial<Record<WorkName, Look>> = {};
    for (const name of WORK_NAMES.filter((one) => isWritten(answers[one]))) {
      looks[name] = await this.#look(WORKS[name](subject, this.#prefix));
    }
    return looks;
  }

  async #look({ outputs, pairs }: Work): Promise<Look> {
    const checks: Check[] = [];
    for (const { path, password } of outputs) {
      checks.push(await check(path, password));
    }
    let pages = 0;
    const different: string[] = [];
    for (const { expected, actual } of pairs) {
      const comparison = await this.#appearance.compare(expected, actual);
      pages += comparison.pages;
      different.push(...comparison.different);
    }
    const unclean = checks.find(({ exitCode }) => exitCode !== 0);
    return { check: unclean ?? { exitCode: 0, complaint: "" }, pages, different };
  }
}

type Answers = Judgement["answers"];

const pagesIn = ({ all }: Answers): number => (isWritten(all) ? (all.pages[0] ?? 0) : 0);
