import type { Ref, Stream } from "../objects.ts";
import type { ObjectGraph } from "./graph.ts";
import type { References } from "./serialise.ts";
import type { XrefEntries } from "./xref-entries.ts";

/** Gives the objects of a graph their numbers in a new file, in the order in which the numbers are asked for. */
export class Numbering implements References {
  readonly #graph: ObjectGraph;
  /**
   * For each object of the graph, the index of the one that is written for it; undefined when each is written itself.
   */
  readonly #representative: Int32Array | undefined;
  readonly #entries: XrefEntries;
  /** The number of each object, by index in the graph; 0 until it is asked for. */
  readonly #numbers: Int32Array;
  /** The index in the graph by number; -1 for the objects that the file itself needs. */
  readonly #ids: number[] = [-1];

  constructor(graph: ObjectGraph, representative: Int32Array | undefined, entries: XrefEntries) {
    this.#graph = graph;
    this.#representative = representative;
    this.#entries = entries;
    this.#numbers = new Int32Array(graph.size);
    entries.addFree();
  }

  /** The number after the last one given so far; it grows while objects are written. */
  get end(): number {
    return this.#ids.length;
  }

  numberOf(target: Ref | Stream): number {
    const reached = this.#graph.idOf(target);
    if (reached === -1) {
      return 0;
    }
    const id = this.#representative?.[reached] ?? reached;
    const known = this.#numbers[id] ?? 0;
    if (known !== 0) {
      return known;
    }
    const number = this.#next(id);
    this.#numbers[id] = number;
    return number;
  }

  generationOf(): number {
    return 0;
  }

  /** Takes a number for an object that is not in the graph. */
  take(): number {
    return this.#next(-1);
  }

  /** Returns the index in the graph of the object that has the number; -1 for one that is not in the graph. */
  idOf(number: number): number {
    return this.#ids[number] ?? -1;
  }

  #next(id: number): number {
    const number = this.#ids.push(id) - 1;
    this.#entries.addInFile(number, 0, 0);
    return number;
  }
}
