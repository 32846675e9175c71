import { type CorpusFile, compareNames } from "../corpora/corpus.ts";
import { Appearance, type Comparison } from "./appearance.ts";
import { isHostile } from "./corpus.ts";
import type { CosAnswer, CosRequest } from "./cos-process.ts";
import { judgeInParallel, type ParallelJudge } from "./parallel-judges.ts";
import { type Check, check, encryption, qpdf, succeeded } from "./qpdf.ts";
import { LIMITS } from "./read-document.ts";
import type { Reference } from "./reference.ts";
import type { RenderRequest } from "./render-process.ts";
import { isLoss, type Loss, WorkingProcess } from "./working-process.ts";

/** The result of one document. What was not written was not looked at, nor was what hostile documents became. */
export interface Judgement {
  readonly file: string;
  /** The answers by request. A document that is not encrypted is not asked to be written with its protection. */
  readonly answers: Readonly<Record<Exclude<CosRequest["kind"], "rewrite-protected">, CosAnswer | Loss>> & {
    readonly "rewrite-protected"?: CosAnswer | Loss;
  };
  /**
   * The new file without protection, compared with the input when qpdf finds that clean; otherwise with qpdf's rewrite
   * of it.
   */
  readonly rewrite?: Look & { readonly beside: "input" | "qpdf"; readonly looksLikeInput: boolean };
  /** The file with an incremental update, compared with the input. */
  readonly update?: Look;
  /** The new file with the protection of the input, compared with the input. */
  readonly protection?: Look & {
    /** The protection of the input, as `qpdf --show-encryption` prints it. */
    readonly before: readonly string[];
    readonly after: readonly string[];
  };
}

/** The state of a written file, and a comparison of its pages with those of another one. */
export interface Look extends Comparison {
  readonly check: Check;
}

/**
 * The most time for a document. The clock of the bounds is read between two steps of work; a step may take a while on a
 * busy machine.
 */
export const TIME_MAX_MS = LIMITS.timeoutMs + 3000;
const ANSWER_WITHIN_MS = TIME_MAX_MS + 10_000;

/** Judges each file, as many at once as there are cores. */
export async function judgeAll(files: readonly CorpusFile[], reference: Reference): Promise<Judgement[]> {
  const judgements = await judgeInParallel(files, (prefix) => new Judge(reference, prefix));
  return judgements.toSorted((a, b) => compareNames(a.file, b.file));
}

class Judge implements ParallelJudge<CorpusFile, Judgement> {
  readonly #reference: Reference;
  readonly #prefix: string;
  readonly #cos = new WorkingProcess<CosRequest, CosAnswer>("cos-process.ts");
  readonly #appearance = new Appearance();

  /** Makes a judge that writes its files to paths which begin with `prefix`. */
  constructor(reference: Reference, prefix: string) {
    this.#reference = reference;
    this.#prefix = prefix;
  }

  async judge(file: CorpusFile): Promise<Judgement> {
    this.#appearance.forget();
    const read = await this.#ask("read", file);
    const answers = {
      read,
      rewrite: await this.#ask("rewrite", file),
      update: await this.#ask("update", file),
      ...(isEncrypted(read) && { "rewrite-protected": await this.#ask("rewrite-protected", file) }),
    };
    const judgement = { file: file.id, answers };
    if (isHostile(file) || !isWritten(answers.rewrite)) {
      return judgement;
    }
    return {
      ...judgement,
      rewrite: await this.#rewrite(file),
      ...(isWritten(answers.update) && { update: await this.#update(file) }),
      ...(isEncrypted(read) && { protection: await this.#protection(file) }),
    };
  }

  [Symbol.dispose](): void {
    this.#cos[Symbol.dispose]();
    this.#appearance[Symbol.dispose]();
  }

  #ask(kind: CosRequest["kind"], { path, password }: CorpusFile): Promise<CosAnswer | Loss> {
    return this.#cos.ask({ kind, path, password, output: this.#output(kind) }, ANSWER_WITHIN_MS);
  }

  #output(kind: CosRequest["kind"] | "qpdf"): string {
    return `${this.#prefix}-${kind}.pdf`;
  }

  async #rewrite(file: CorpusFile): Promise<Judgement["rewrite"] & object> {
    const ours: RenderRequest = { path: this.#output("rewrite") };
    const besideInput = await this.#appearance.compare(file, ours);
    const looksLikeInput = besideInput.different.length === 0;
    const checked = await check(ours.path);
    if (this.#reference.files[file.id]?.check === 0) {
      return { check: checked, beside: "input", looksLikeInput, ...besideInput };
    }
    const copy = this.#output("qpdf");
    const { exitCode } = await qpdf(["--decrypt", file.path, copy], file.password);
    const besideQpdf = succeeded(exitCode)
      ? await this.#appearance.compare({ path: copy }, ours)
      : { pages: 0, different: [] };
    return { check: checked, beside: "qpdf", looksLikeInput, ...besideQpdf };
  }

  async #update(file: CorpusFile): Promise<Look> {
    const { password } = file;
    const ours: RenderRequest = { path: this.#output("update"), password };
    return { check: await check(ours.path, password), ...(await this.#appearance.compare(file, ours)) };
  }

  async #protection(file: CorpusFile): Promise<Judgement["protection"] & object> {
    const { path, password } = file;
    const ours: RenderRequest = { path: this.#output("rewrite-protected"), password };
    return {
      check: await check(ours.path, password),
      before: await encryption(path, password),
      after: await encryption(ours.path, password),
      ...(await this.#appearance.compare(file, ours)),
    };
  }
}

export const isWritten = (answer: CosAnswer | Loss): boolean => !isLoss(answer) && answer.kind === "written";

const isEncrypted = (answer: CosAnswer | Loss): boolean =>
  !isLoss(answer) && answer.kind === "read" && answer.facts.encrypted;
