import { CosString, type CosValue, Dict, Name, Stream } from "@quire/cos";
import { TokenExtremes } from "../content/token-extremes.ts";

/**
 * Gathers the sizes that limits (ISO 19005-1, 6.1.12; -2 and -3, 6.1.13) concern from an object and the values nested
 * in it.
 */
export class ValueSizes {
  readonly tokens = new TokenExtremes();
  readonly #onDictionary: (dict: Dict) => void;
  readonly #onArray: (array: readonly CosValue[]) => void;

  /**
   * Takes the functions to call with each dictionary and each array. The recursion is safe, as the depth of arrays and
   * dictionaries is bounded where they are read.
   */
  constructor(onDictionary: (dict: Dict) => void, onArray: (array: readonly CosValue[]) => void) {
    this.#onDictionary = onDictionary;
    this.#onArray = onArray;
  }

  add(value: CosValue): void {
    if (value instanceof Dict) {
      this.#addDict(value);
    } else if (value instanceof Stream) {
      this.#addDict(value.dict);
    } else if (Array.isArray(value)) {
      this.tokens.addArraySize(value.length);
      this.#onArray(value);
      for (const element of value) {
        this.add(element);
      }
    } else if (value instanceof CosString || value instanceof Name) {
      this.tokens.addOperand(value);
    }
  }

  #addDict(dict: Dict): void {
    this.tokens.addDictionarySize(dict.entries.size);
    this.#onDictionary(dict);
    for (const [key, value] of dict.entries) {
      this.tokens.addName(key);
      this.add(value);
    }
  }
}
