import { CosString, type CosValue, Dict, Name, type TokenFact } from "@quire/cos";
import type { ContentTokens } from "./subjects.ts";

/**
 * Records the extremes of a content stream's operands for the limits of ISO 19005 (part 1: 6.1.12, parts 2 and 3:
 * 6.1.13).
 */
export class TokenExtremes implements ContentTokens {
  largestInteger: number | undefined;
  smallestInteger: number | undefined;
  largestReal: number | undefined;
  leastReal: number | undefined;
  longestStringBytes = 0;
  longestNameBytes = 0;
  largestArray = 0;
  largestDictionary = 0;
  oddHexStrings = 0;
  invalidHexStrings = 0;

  /** Adds the operands of an operation. It runs for each operation, so it is fast for the most common operands. */
  addOperands(operands: readonly CosValue[]): void {
    for (const operand of operands) {
      if (typeof operand === "object" && operand !== null) {
        this.#addValue(operand);
      }
    }
  }

  /** Adds facts; those of strings only where there may be some. */
  addFacts(facts: readonly TokenFact[], hasStrings = true): void {
    for (const fact of facts) {
      if (hasStrings || (fact.kind !== "hex-string-odd" && fact.kind !== "hex-string-invalid")) {
        this.#addFact(fact);
      }
    }
  }

  /** Adds a string or a name, or an array or a dictionary with such. */
  addOperand(value: CosValue): void {
    this.#addValue(value);
  }

  addName(name: string): void {
    this.longestNameBytes = Math.max(this.longestNameBytes, name.length);
  }

  addArraySize(elements: number): void {
    if (elements > this.largestArray) {
      this.largestArray = elements;
    }
  }

  addDictionarySize(entries: number): void {
    if (entries > this.largestDictionary) {
      this.largestDictionary = entries;
    }
  }

  addDict(dict: Dict): void {
    this.addDictionarySize(dict.entries.size);
    for (const [key, value] of dict.entries) {
      this.addName(key);
      this.#addValue(value);
    }
  }

  /** Adds a value. The recursion is safe, as the depth of arrays and dictionaries is bounded where they are read. */
  #addValue(value: CosValue): void {
    if (value instanceof CosString) {
      if (value.bytes.length > this.longestStringBytes) {
        this.longestStringBytes = value.bytes.length;
      }
    } else if (value instanceof Name) {
      if (value.value.length > this.longestNameBytes) {
        this.longestNameBytes = value.value.length;
      }
    } else if (Array.isArray(value)) {
      this.addArraySize(value.length);
      this.addOperands(value);
    } else if (value instanceof Dict) {
      this.addDict(value);
    }
  }

  #addFact(fact: TokenFact): void {
    if (fact.kind === "hex-string-odd") {
      this.oddHexStrings++;
    } else if (fact.kind === "hex-string-invalid") {
      this.invalidHexStrings++;
    } else if (fact.kind === "integer") {
      this.largestInteger = Math.max(this.largestInteger ?? fact.value, fact.value);
      this.smallestInteger = Math.min(this.smallestInteger ?? fact.value, fact.value);
    } else if (fact.kind === "real") {
      this.#addReal(fact.value);
    }
  }

  #addReal(value: number): void {
    const magnitude = Math.abs(value);
    if (magnitude >= 1) {
      this.largestReal = magnitude > Math.abs(this.largestReal ?? 0) ? value : this.largestReal;
    } else {
      this.leastReal = magnitude < Math.abs(this.leastReal ?? 1) ? value : this.leastReal;
    }
  }
}
