import { contentsOf } from "../assembly/contents.ts";
import { type CorpusFile, compareNames } from "../corpora/corpus.ts";
import { Appearance } from "../cos/appearance.ts";
import { isHostile } from "../cos/corpus.ts";
import { judgeInParallel, type ParallelJudge } from "../cos/parallel-judges.ts";
import { check, encryption, succeeded } from "../cos/qpdf.ts";
import type { Reference } from "../cos/reference.ts";
import { WorkingProcess } from "../cos/working-process.ts";
import { factsOf } from "./document-facts.ts";
import { FirstPages, type MarkBox } from "./first-page.ts";
import { type Found, isWritten, type Judgement, type State } from "./judgement.ts";
import type { MarkAnswer, MarkRequest } from "./watermark-process.ts";

const ANSWER_WITHIN_MS = 25_000;
/** The most pages after the first that are drawn. */
const OTHER_PAGES_MAX = 20;

interface Yardsticks {
  /** The box of the mark on a page. */
  readonly mark: MarkBox;
  /** The results of qpdf, which say which documents it opens. */
  readonly reference: Reference;
}

/** Judges each file, as many at once as there are cores. */
export async function judgeAll(files: readonly CorpusFile[], yardsticks: Yardsticks): Promise<Judgement[]> {
  const judgements = await judgeInParallel(files, (prefix) => new Judge(prefix, yardsticks));
  return judgements.toSorted((a, b) => compareNames(a.file, b.file));
}

interface Marked {
  readonly path: string;
  readonly password: string | undefined;
}

class Judge implements ParallelJudge<CorpusFile, Judgement> {
  readonly #output: string;
  readonly #yardsticks: Yardsticks;
  readonly #watermark = new WorkingProcess<MarkRequest, MarkAnswer>("../watermark/watermark-process.ts");
  readonly #appearance = new Appearance();
  readonly #firstPages = new FirstPages();

  /** Makes a judge that writes its files to paths which begin with `prefix`. */
  constructor(prefix: string, yardsticks: Yardsticks) {
    this.#output = `${prefix}-marked.pdf`;
    this.#yardsticks = yardsticks;
  }

  async judge(file: CorpusFile): Promise<Judgement> {
    const { path, password } = file;
    const answer = await this.#watermark.ask({ path, password, output: this.#output }, ANSWER_WITHIN_MS);
    const judgement = { file: file.id, answer };
    const isOpened = succeeded(this.#yardsticks.reference.files[file.id]?.rewrite ?? null);
    if (isHostile(file) || !isOpened || !isWritten(judgement)) {
      return judgement;
    }
    return { ...judgement, found: await this.#found({ path, password }) };
  }

  [Symbol.dispose](): void {
    this.#watermark[Symbol.dispose]();
    this.#appearance[Symbol.dispose]();
    this.#firstPages[Symbol.dispose]();
  }

  async #found(input: Marked): Promise<Found> {
    this.#appearance.forget();
    const before = await stateOf(input);
    const output = { path: this.#output, password: input.password };
    const pages = { from: 2, count: OTHER_PAGES_MAX };
    const expected = { mark: this.#yardsticks.mark, scale: 1 / (before?.facts.userUnit ?? 1) };
    return {
      check: await check(output.path, output.password),
      before,
      after: await stateOf(output),
      firstPage: await this.#firstPages.compare({ before: input, after: output }, expected),
      otherPages: await this.#appearance.compare({ ...input, pages }, { ...output, pages }),
      protection: {
        before: await encryption(input.path, input.password),
        after: await encryption(output.path, output.password),
      },
    };
  }
}

async function stateOf({ path, password }: Marked): Promise<State | undefined> {
  const facts = await factsOf(path, password);
  const contents = await contentsOf({ path, password });
  return facts && contents && { facts, contents };
}
