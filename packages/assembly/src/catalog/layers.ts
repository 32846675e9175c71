import { type CosArray, CosString, Dict, encodeTextString, Name, type Ref } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import { configurationOf, type LayerConfiguration } from "./layer-configuration.ts";
import { layerUsageOf } from "./layer-usage.ts";
import { listedLayersOf } from "./listed-layers.ts";
import { wholeDocument } from "./whole-document.ts";

/**
 * Takes over optional content (ISO 32000-2, 8.11): the groups of whole documents, and of others those that the pages
 * taken use, shown or hidden as in their documents. Groups of different documents stay different, whatever their names.
 */
export function carryLayers(assembly: Assembly): void {
  const { excerpts, catalog } = assembly;
  const whole = wholeDocument(assembly);
  if (whole !== undefined) {
    const properties = whole.source.document.catalog.dict("OCProperties");
    if (properties !== undefined) {
      catalog.set("OCProperties", properties);
    }
    return;
  }
  const layered = excerpts.flatMap((excerpt) => layersOf(assembly, excerpt) ?? []);
  if (layered.length > 0) {
    const groups = layered.flatMap((layers) => layers.groups);
    catalog.set(
      "OCProperties",
      new Dict([
        ["OCGs", groups],
        ["D", joined(layered)],
      ]),
    );
  }
}

interface ExcerptLayers {
  /** The title of the document. */
  readonly title: string;
  readonly groups: Ref[];
  readonly configuration: LayerConfiguration;
}

function layersOf({ bounds }: Assembly, excerpt: Excerpt): ExcerptLayers | undefined {
  const { source } = excerpt;
  const listed = source.memo(listedLayersOf);
  const kept = excerpt.isWhole ? listed : usedLayers(excerpt, listed);
  if (kept.size === 0) {
    return undefined;
  }
  const configuration = source.document.catalog.dict("OCProperties")?.dict("D") ?? new Dict();
  return {
    title: source.title,
    groups: [...kept.values()],
    configuration: configurationOf(configuration, kept, bounds),
  };
}

function usedLayers({ source, pages }: Excerpt, listed: ReadonlyMap<number, Ref>): ReadonlyMap<number, Ref> {
  const used = new Set<number>();
  if (listed.size > 0) {
    const usage = source.memo(layerUsageOf);
    for (const { page } of pages) {
      for (const number of usage.of(page)) {
        used.add(number);
      }
    }
  }
  return used.size === 0 ? new Map() : new Map([...listed].filter(([number]) => used.has(number)));
}

/** Makes one configuration, in which every group is as in the configuration of its document. */
function joined(layered: readonly ExcerptLayers[]): Dict {
  const configurations = layered.map(({ configuration }) => configuration);
  const dict = new Dict();
  const setJoined = (key: string, listOf: (configuration: LayerConfiguration) => CosArray): void =>
    setList(dict, key, configurations.flatMap(listOf));
  const name = configurations.find((configuration) => configuration.name !== undefined)?.name;
  if (name !== undefined) {
    dict.set("Name", name);
  }
  dict.set("BaseState", new Name("ON"));
  setJoined("ON", ({ on }) => on);
  setJoined("OFF", ({ off }) => off);
  const intents = new Set(configurations.flatMap((configuration) => configuration.intents));
  if (intents.size > 1 || !intents.has("View")) {
    dict.set(
      "Intent",
      [...intents].map((intent) => new Name(intent)),
    );
  }
  setList(dict, "Order", joinedOrder(layered));
  setJoined("RBGroups", ({ radioGroups }) => radioGroups);
  setJoined("AS", ({ usages }) => usages);
  setJoined("Locked", ({ locked }) => locked);
  if (configurations.every(({ listMode }) => listMode === "VisiblePages")) {
    dict.set("ListMode", new Name("VisiblePages"));
  }
  return dict;
}

function setList(dict: Dict, key: string, list: CosArray): void {
  if (list.length > 0) {
    dict.set(key, list);
  }
}

/** Joins the orders. The groups of several documents are under the documents' titles, as labels. */
function joinedOrder(layered: readonly ExcerptLayers[]): CosArray {
  const [first] = layered;
  if (layered.length === 1) {
    return first?.configuration.order ?? [];
  }
  return layered.flatMap(({ title, configuration: { order } }) => {
    const label = new CosString(encodeTextString(title));
    // A label stands only at the beginning of an array: an order that begins with a label is nested.
    return order.length === 0 ? [] : [order[0] instanceof CosString ? [label, order] : [label, ...order]];
  });
}
