import { basename } from "node:path";
import { type CorpusDocument, type ExtractCorpus, pathOf } from "../../test/extraction/corpus.ts";
import { type DocumentScore, meansOf, scoresOf } from "../../test/extraction/score.ts";
import { Client, multipartBody } from "../measuring/client.ts";
import { childrenOf, cpuMsOf } from "../measuring/process-tree.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";
import { type Converted, type Converter, startPeers } from "./extraction-peers.ts";

const PATH = "/api/v1/convert/pdf-to-markdown";
/** The options with which the output is written as the truth of the corpus is. */
const FIELDS = { table_format: "html", add_page_breaks: "false", enable_ocr: "false", output: "file" };
/** The least number of documents for which a class is shown: fewer say little. */
const CLASS_DOCUMENTS_MIN = 5;
const CPU_BAR_MS = 12;
export const OURS = "ours";

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/** The results by the names of the converters. */
type Samples = Readonly<Record<string, readonly Converted[]>>;

/** Measures the scores and the CPU time of ours and its peers, which convert all documents with text in turn. */
export async function peerRows(run: Run, corpus: ExtractCorpus): Promise<Row[]> {
  const documents = corpus.documents.filter(({ scanned }) => scanned !== true);
  const files = documents.map((document) => pathOf(corpus, document));
  await using service = await startBenchService();
  using stack = new DisposableStack();
  const ours = stack.use(converterOf(service));
  const peers = (await startPeers(run.directory)).map((peer) => stack.use(peer));
  const measures = [ours, ...peers].map((converter) => [converter.name, () => converter.convert(files)] as const);
  const samples = await inTurn(run.rounds, Object.fromEntries(measures));
  const pages = documents.reduce((sum, document) => sum + document.pages, 0);
  return [...(await scoreRows({ corpus, documents, samples })), ...cpuRows(pages, samples)];
}

/** Returns a converter that sends one document after another to the service, with the options `fields`. */
export function converterOf(service: BenchService, fields: Readonly<Record<string, string>> = FIELDS): Converter {
  const client = new Client(service);
  return {
    name: OURS,
    async convert(files) {
      const texts = new Map<string, string>();
      const before = cpuMsOf(childrenOf(service.pid));
      for (const file of files) {
        const { body } = await client.post(PATH, await multipartBody({ path: PATH, file, fields }), {
          keepBody: true,
        });
        texts.set(basename(file, ".pdf"), body.toString());
      }
      // The time is that of the engine processes, which are all children: the HTTP process does what it does for every
      // operation.
      return { texts, cpuMs: cpuMsOf(childrenOf(service.pid)) - before };
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

interface Scoring {
  readonly corpus: ExtractCorpus;
  readonly documents: readonly CorpusDocument[];
  readonly samples: Samples;
}

async function scoreRows({ corpus, documents, samples }: Scoring): Promise<Row[]> {
  const scores = new Map<string, ReadonlyMap<string, DocumentScore>>();
  for (const [name, rounds] of Object.entries(samples)) {
    scores.set(name, await scoresOf(corpus, rounds.at(-1)?.texts ?? new Map(), "md"));
  }
  return groupsOf(documents).flatMap(([group, members]) =>
    (["overall", "quality"] as const).map((metric): Row => {
      const found = [...scores].map(([name, byId]) => ({
        name,
        value: meansOf(members.map(({ id }) => byId.get(id) ?? {}))[metric] ?? 0,
      }));
      const ours = found.find(({ name }) => name === OURS)?.value ?? 0;
      const others = found.filter(({ name }) => name !== OURS).toSorted((one, other) => other.value - one.value);
      return {
        what: `Markdown of ${group} (${members.length}), ${metric}, beside the best of the others`,
        ours: show(ours, "score"),
        beside: others.map(({ name, value }) => `${show(value, "score")} ${name}`).join("; "),
        measured: spreadOf([ours - (others[0]?.value ?? 0)]),
        unit: "score",
        // The bar is missed where another converter is first.
        bar: others.length === 0 ? undefined : { kind: "at least", value: 0, judge: "median" },
      };
    }),
  );
}

/** Returns the groups: all documents; those of each producer; those of each class that has enough. */
function groupsOf(documents: readonly CorpusDocument[]): [string, readonly CorpusDocument[]][] {
  const producers = Object.entries(Object.groupBy(documents, ({ producer }) => producer));
  const classes = Object.entries(Object.groupBy(documents, (document) => document.class));
  return [
    ["all documents", documents],
    ...producers.map(([name, members = []]): [string, CorpusDocument[]] => [`documents by ${name}`, members]),
    ...classes
      .filter(([, members = []]) => members.length >= CLASS_DOCUMENTS_MIN)
      .map(([name, members = []]): [string, CorpusDocument[]] => [`documents of the class ${name}`, members]),
  ];
}

function cpuRows(pages: number, samples: Samples): Row[] {
  const perPage = (name: string): number[] => (samples[name] ?? []).map(({ cpuMs }) => cpuMs / pages);
  const ours = perPage(OURS);
  const others = Object.keys(samples).filter((name) => name !== OURS);
  return [
    {
      what: `Markdown of ${pages} pages, CPU of the engine process for each`,
      ours: show(median(ours), "ms"),
      beside: "",
      measured: spreadOf(ours),
      unit: "ms",
      bar: { kind: "at most", value: CPU_BAR_MS, judge: "median" },
    },
    ...others.map((name): Row => {
      const theirs = perPage(name);
      return {
        what: `Markdown of ${pages} pages, CPU for each, beside ${name}`,
        ours: show(median(ours), "ms"),
        beside: show(median(theirs), "ms"),
        measured: spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN))),
        unit: "ratio",
        bar: undefined,
      };
    }),
  ];
}
