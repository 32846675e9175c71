import { extractCorpus, pathOf } from "../../test/extraction/corpus.ts";
import { worldScores } from "../../test/extraction/world-score.ts";
import { type Row, show, spreadOf } from "../measuring/report.ts";
import { startBenchService } from "../measuring/service.ts";
import { startPeers } from "./extraction-peers.ts";
import { converterOf, OURS } from "./extraction-scores.ts";

/**
 * Measures how real documents of several classes, with truths that people made, are converted to Markdown with the
 * defaults of each program: ours beside the best of its peers, class by class. Each converts once, since the same
 * document gives the same text. Returns no rows without the corpus.
 */
export async function worldRows({ directory }: { readonly directory: string }): Promise<Row[]> {
  const corpus = extractCorpus(process.env.QUIRE_TEST_CORPORA, "extract-world");
  if (corpus === undefined) {
    return [];
  }
  const files = corpus.documents.map((document) => pathOf(corpus, document));
  await using service = await startBenchService();
  using stack = new DisposableStack();
  const ours = stack.use(converterOf(service, { output: "file" }));
  const peers = (await startPeers(directory)).map((peer) => stack.use(peer));
  const scores = new Map<string, Awaited<ReturnType<typeof worldScores>>>();
  for (const converter of [ours, ...peers]) {
    const { texts } = await converter.convert(files);
    scores.set(converter.name, await worldScores(corpus.directory, texts));
  }
  return Object.keys(scores.get(OURS) ?? {}).map((name): Row => {
    const valueOf = (converter: string): number => scores.get(converter)?.[name]?.overall ?? 0;
    const others = peers.map((peer) => peer.name).toSorted((one, other) => valueOf(other) - valueOf(one));
    const [best] = others;
    return {
      what: `Markdown of real documents, ${name}, beside the best of the others`,
      ours: show(valueOf(OURS), "score"),
      beside: others.map((other) => `${show(valueOf(other), "score")} ${other}`).join("; "),
      measured: spreadOf([valueOf(OURS) - (best === undefined ? 0 : valueOf(best))]),
      unit: "score",
      // The bar is missed where another converter is first.
      bar: best === undefined ? undefined : { kind: "at least", value: 0, judge: "median" },
    };
  });
}
