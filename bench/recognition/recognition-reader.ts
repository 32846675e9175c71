import { join } from "node:path";
import { Client, multipartBody } from "../measuring/client.ts";
import { costOf } from "../measuring/process-cost.ts";
import { cpuMsOf, proportionalBytesOf } from "../measuring/process-tree.ts";
import type { BenchService } from "../measuring/service.ts";

/** The setting that gives each Tesseract one thread: more of them only wait for each other on few cores. */
const ONE_THREAD = { OMP_THREAD_LIMIT: "1" };

export type Engine = "simple" | "advanced";

/** A page image of the corpus; see its manifest. */
export interface Item {
  readonly id: string;
  readonly image: string;
  readonly truth: string;
  readonly cond: string;
  readonly lang: "en" | "de" | "fr" | "es";
  readonly dpi: number;
  readonly order_scored: boolean;
  readonly drop?: string;
}

const LANGUAGES = { en: "eng", de: "deu", fr: "fra", es: "spa" } as const;

/** Reads images of the corpus with a running service, and with other programs. */
export class Reader implements Disposable {
  readonly #service: BenchService;
  readonly #client: Client;
  readonly #corpora: string;

  constructor(service: BenchService, corpora: string) {
    this.#service = service;
    this.#client = new Client(service);
    this.#corpora = corpora;
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }

  pathOf(name: string): string {
    return join(this.#corpora, "ocr", name);
  }

  cpuMs(): number {
    return cpuMsOf([this.#service.pid]);
  }

  memoryBytes(): number {
    return proportionalBytesOf([this.#service.pid]);
  }

  async read(engine: Engine, { image, lang }: Item): Promise<string> {
    const { body } = await this.#post(engine, this.pathOf(image), LANGUAGES[lang]);
    const answer: { data: { text: string } } = JSON.parse(body.toString());
    return answer.data.text;
  }

  /** Reads a file and returns how long it took, in milliseconds. */
  async readFile(engine: Engine, file: string, language: string): Promise<number> {
    return (await this.#post(engine, file, language)).elapsedMs;
  }

  plain({ image, lang, dpi }: Item) {
    const parameters = [this.pathOf(image), "-", "-l", LANGUAGES[lang], "--dpi", String(dpi), "--psm", "3", "tsv"];
    return costOf("tesseract", parameters, ONE_THREAD);
  }

  byOcrmypdf({ image, lang, dpi }: Item, sidecar: string, output: string) {
    const steps = ["--rotate-pages", "--rotate-pages-threshold", "2", "--deskew", "--clean"];
    const files = ["--sidecar", sidecar, "--image-dpi", String(dpi), this.pathOf(image), output];
    const quiet = ["--quiet", "--jobs", "1", "--output-type", "pdf"];
    return costOf("ocrmypdf", ["-l", LANGUAGES[lang], ...quiet, ...steps, ...files], ONE_THREAD);
  }

  async #post(engine: Engine, file: string, language: string) {
    const path = `/api/v1/ocr/extract/${engine}`;
    const body = await multipartBody({ path, file, fields: { language } });
    return this.#client.post(path, body, { keepBody: true });
  }
}
