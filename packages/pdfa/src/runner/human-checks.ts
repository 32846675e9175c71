import { structureWalk } from "../structure/structure-walk.ts";
import { decodeTextString, type Dict } from "@quire/cos";
import type { Place } from "../place.ts";
import type { HumanCheck } from "../report.ts";
import type { RuleGroup } from "../rules/rule-group.ts";
import { isNumberedHeading } from "../structure/roles.ts";
import type { TaggedElement } from "../structure/tagged-element.ts";
import type { ValidationPart } from "../validation.ts";

/** What only a person can judge, by subject. */
const QUESTIONS = [
  ["reading-order", "Is the order of the tags the order in which the content is meant to be read?"],
  ["alternative-texts", "Does each alternative text say what the picture or formula means here?"],
  ["artifacts", "Is everything that is marked as an artifact without meaning, and nothing else tagged as content?"],
  ["headings", "Is each heading tagged as one, at the level that it has in the text?"],
  ["tables", "Is each table one of data, and are its header cells those that a reader would take?"],
  ["lists", "Is each list tagged as one, with labels and items as they are read?"],
  ["links", "Does each link say where it leads, together with the text around it?"],
  ["forms", "Does the name of each field say what is to be entered?"],
  ["notes", "Is each note tagged as one, and does its reference lead to it?"],
  ["languages", "Is the language that is stated for each text the one that it is written in?"],
  ["title", "Does the title name the document?"],
  ["contrast", "Do colours, contrast and sounds leave out nobody, and is no meaning told by them alone?"],
] as const;
type Subject = (typeof QUESTIONS)[number][0];

const MAX_OCCURRENCES = 20;

interface Counted {
  count: number;
  readonly occurrences: { readonly place: Place; readonly values: string }[];
}

/** Collects what a person has to look at: each question that the document raises, and where. */
export class HumanChecks {
  readonly #counted = new Map<Subject, Counted>();

  /** The group that collects while others are checked. */
  readonly group: RuleGroup = {
    name: "human-checks",
    rules: [],
    begin: (validation) => ({ ...structureWalk(validation), subscribes: this.#listeners() }),
  };

  /** The questions in their order, those that concern every document included. */
  get list(): readonly HumanCheck[] {
    return QUESTIONS.flatMap(([subject, question]) => {
      const { count, occurrences } = this.#counted.get(subject) ?? { count: 0, occurrences: [] };
      return count > 0 || ALWAYS.has(subject) ? [{ subject, question, count, occurrences }] : [];
    });
  }

  #listeners(): NonNullable<ValidationPart["subscribes"]> {
    return {
      "tagged-element": (element, place) => this.#addElement(element, place),
      "marked-sequence": ({ isArtifact, content }, place) => {
        if (isArtifact) {
          this.#add("artifacts", place, content.tag);
        }
      },
      annotation: ({ dict, subtype }, place) => {
        if (subtype === "Link") {
          this.#add("links", place, textOf(dict, "Contents"));
        } else if (subtype === "Widget") {
          this.#add("forms", place, textOf(dict, "TU") || textOf(dict, "T"));
        }
      },
      language: (language, place) => this.#add("languages", place, language),
    };
  }

  #addElement({ dict, role }: TaggedElement, place: Place): void {
    const alternative = textOf(dict, "Alt");
    if (role === "Figure" || role === "Formula" || alternative !== "") {
      this.#add("alternative-texts", place, alternative);
    }
    if (isNumberedHeading(role) || role === "H") {
      this.#add("headings", place, role ?? "");
    } else if (role === "Table") {
      this.#add("tables", place, "");
    } else if (role === "L") {
      this.#add("lists", place, "");
    } else if (role === "Note" || role === "FENote") {
      this.#add("notes", place, role);
    }
  }

  #add(subject: Subject, place: Place, values: string): void {
    const counted = this.#counted.get(subject) ?? { count: 0, occurrences: [] };
    this.#counted.set(subject, counted);
    counted.count += 1;
    if (counted.occurrences.length < MAX_OCCURRENCES) {
      counted.occurrences.push({ place, values });
    }
  }
}

/** The subjects that concern every document. */
const ALWAYS: ReadonlySet<Subject> = new Set<Subject>(["reading-order", "artifacts", "title", "contrast"]);

function textOf(dict: Dict, key: string): string {
  const bytes = dict.bytes(key);
  return bytes === undefined ? "" : decodeTextString(bytes);
}
