import {
  type CosArray,
  CosString,
  type CosValue,
  contentOperations,
  Dict,
  type InlineImage,
  Name,
  type Operation,
  resolve,
  Stream,
  type TokenFact,
} from "@quire/cos";
import { isFontSubtype } from "@quire/fonts";
import { type Colour, isPatternSpace, SPACES_WITHOUT_RESOURCE } from "./colours.ts";
import type { Context } from "./context.ts";
import { withExtGState } from "./ext-gstate.ts";
import type { State } from "./graphics-state.ts";
import type { Inherited } from "./inherited.ts";
import { OpenMarkedContent } from "./marked-content.ts";
import { Dependency } from "./memo.ts";
import { Painter } from "./painter.ts";
import { dictOf } from "./resource-scope.ts";
import { ResourceUses } from "./resource-uses.ts";
import type { StreamWalker } from "./stream-walker.ts";
import { TokenExtremes } from "./token-extremes.ts";
import { isWellFormed } from "./well-formed.ts";

/** Returns whether strings may be operands of an operation, by themselves, in an array or in dictionaries. */
const takesStrings = ({ operator, operands }: Operation): boolean =>
  STRING_OPERATORS.has(operator) || (operator === "TJ" && Array.isArray(operands.at(-1)));

const STRING_OPERATORS: ReadonlySet<string> = new Set(["Tj", "'", '"', "BDC", "DP", "BI"]);
/** The operators of which the name of a resource is the only operand: it is measured where it is a key. */
const NAMES_RESOURCES: ReadonlySet<string> = new Set(["gs", "Do", "sh", "cs", "CS"]);
const X_OBJECTS: ReadonlySet<string> = new Set(["Image", "Form", "PS"]);
const NO_BYTES = new Uint8Array(0);
const MAX_UNKNOWN_OPERATORS = 20;
const MAX_OPERATOR_LENGTH = 40;
/**
 * Matches `QqQ`, `Q56` and the like: readers treat them as if there were white space, so they do not count as unknown
 * operators.
 */
const SAVES_AND_RESTORES = /^[qQ]+[0-9]*$/;
/** The number of saved states that are kept; more are only counted. */
const MAX_SAVED_STATES = 65_536;

/** Goes through one content stream, and emits what it does. */
export class Interpreter {
  readonly #walker: StreamWalker;
  readonly #context: Context;
  readonly #painter: Painter;
  readonly #uses: ResourceUses;
  readonly #outerMarked: OpenMarkedContent | undefined;
  #state: State;
  #marked: OpenMarkedContent | undefined;
  readonly #saved: State[] = [];
  #saveDepth = 0;
  #maxSaveDepth = 0;
  readonly #unknownOperators = new Set<string>();
  readonly #tokens = new TokenExtremes();
  readonly #damage: string[] = [];

  constructor(walker: StreamWalker, context: Context, { state, marked }: Inherited) {
    this.#walker = walker;
    this.#context = context;
    this.#state = state;
    this.#outerMarked = marked;
    this.#marked = marked;
    this.#uses = new ResourceUses(context.scope);
    this.#painter = new Painter(walker, context, this.#uses, { state, marked });
  }

  /** The inherited circumstances that the stream depends on, as a sum of `Dependency` values. */
  get dependencies(): number {
    const hasOwnNames = this.#uses.isSelfContained && this.#context.scope.own !== undefined;
    return this.#painter.dependencies | (hasOwnNames ? 0 : Dependency.resources);
  }

  run(bytes: Uint8Array): void {
    const { bounds, document } = this.#walker.validation;
    if (!isWellFormed(bytes, { source: document, bounds })) {
      this.#damage.push("An array or a dictionary in it has no end, or other things than objects in it.");
      return;
    }
    const facts: TokenFact[] = [];
    const tokens = this.#tokens;
    for (const operation of contentOperations(bytes, { source: document, bounds, facts })) {
      // What no operator follows is no operand; after a bracket that closes nothing, it is not defined what follows.
      if (operation.operator === "" || operation.problems.includes("stray-bracket")) {
        return;
      }
      if (!NAMES_RESOURCES.has(operation.operator)) {
        tokens.addOperands(operation.operands);
      }
      if (operation.problems.length > 0) {
        this.#noteProblems(operation);
      }
      this.#operate(operation);
      if (facts.length > 0) {
        // What comes before a stray delimiter belongs to that, and not to the operator.
        tokens.addFacts(facts, takesStrings(operation) && !operation.problems.includes("stray-delimiter"));
        facts.length = 0;
      }
    }
  }

  reportEnd(ofStream: readonly string[]): void {
    const context = this.#context;
    const damage = [...ofStream, ...this.#damage];
    if (damage.length > 0) {
      this.#walker.validation.inconclusive(`Content could not be read in full: ${damage.join(" ")}`, context.place);
    }
    this.#walker.emit(
      "content-stream",
      {
        context,
        unknownOperators: [...this.#unknownOperators],
        maxSaveDepth: this.#maxSaveDepth,
        inheritedResources: [...this.#uses.inherited],
        undefinedResources: [...this.#uses.undefined],
        usesResources: this.#uses.usesResources,
        tokens: this.#tokens,
        damage,
      },
      context.place,
    );
  }

  #noteProblems({ operator, problems }: Operation): void {
    if (problems.includes("stray-delimiter")) {
      this.#unknownOperators.add("a delimiter");
    }
    if (!problems.includes("unknown-operator")) {
      return;
    }
    if (SAVES_AND_RESTORES.test(operator)) {
      this.#saveAndRestore(operator);
    } else if (this.#unknownOperators.size < MAX_UNKNOWN_OPERATORS) {
      this.#unknownOperators.add(operator.slice(0, MAX_OPERATOR_LENGTH));
    }
  }

  #saveAndRestore(operators: string): void {
    for (const operator of operators) {
      if (operator === "q") {
        this.#save();
      } else if (operator === "Q") {
        this.#restore();
      }
    }
  }

  /** Runs an operation. The cases are roughly in the order of their frequency. */
  #operate(operation: Operation): void {
    const { operator, operands } = operation;
    switch (operator) {
      case "f":
      case "F":
      case "f*":
        this.#painter.item("path", this.#marked);
        this.#painter.fill(this.#state, "path");
        return;
      case "S":
      case "s":
        this.#painter.item("path", this.#marked);
        this.#painter.stroke(this.#state, "path");
        return;
      case "B":
      case "B*":
      case "b":
      case "b*":
        this.#painter.item("path", this.#marked);
        this.#painter.fill(this.#state, "path");
        this.#painter.stroke(this.#state, "path");
        return;
      case "q":
        this.#save();
        return;
      case "Q":
        this.#restore();
        return;
      case "Tj":
      case "'":
      case '"':
        this.#painter.item("text", this.#marked);
        this.#show(operands.at(-1));
        return;
      case "TJ":
        this.#painter.item("text", this.#marked);
        this.#showAll(operands.at(-1));
        return;
      case "Tf":
        this.#setFont(operands);
        return;
      case "Tr":
        this.#setTextRenderingMode(operands.at(-1));
        return;
      case "Do":
        this.#paintXObject(operands.at(-1));
        return;
      case "gs":
        this.#setExtGState(operands.at(-1));
        return;
      case "ri":
        this.#setRenderingIntent(operands.at(-1));
        return;
      case "sh":
        this.#painter.item("shading", this.#marked);
        this.#paintShading(operands.at(-1));
        return;
      case "BDC":
        this.#beginMarkedContent(operands.at(-2), this.#reportMarkedContent(operation, operands.at(-1)));
        return;
      case "BMC":
        this.#beginMarkedContent(operands.at(-1), this.#reportMarkedContent(operation, undefined));
        return;
      case "EMC":
        this.#marked = this.#marked === this.#outerMarked ? this.#marked : this.#marked?.outer;
        return;
      case "BI":
        this.#painter.item("image", this.#marked);
        this.#paintInlineImage(operation.inlineImage);
        return;
      case "MP":
        this.#reportMarkedContent(operation, undefined);
        return;
      case "DP":
        this.#reportMarkedContent(operation, operands.at(-1));
        return;
      case "d1":
        this.#context.isUncoloured ||= this.#context.kind === "type3-glyph";
        return;
      default:
        this.#setColour(operator, operands);
    }
  }

  #save(): void {
    this.#saveDepth++;
    this.#maxSaveDepth = Math.max(this.#maxSaveDepth, this.#saveDepth);
    if (this.#saved.length < MAX_SAVED_STATES) {
      this.#saved.push(this.#state);
    }
  }

  #restore(): void {
    if (this.#saveDepth === 0) {
      return;
    }
    const isKept = this.#saveDepth <= this.#saved.length;
    this.#saveDepth--;
    if (isKept) {
      this.#state = this.#saved.pop() ?? this.#state;
    }
  }

  #setColour(operator: string, operands: readonly CosValue[]): void {
    if (this.#context.isUncoloured) {
      return;
    }
    switch (operator) {
      case "g":
        this.#fillWith(this.#device("DeviceGray"));
        return;
      case "rg":
        this.#fillWith(this.#device("DeviceRGB"));
        return;
      case "k":
        this.#fillWith(this.#device("DeviceCMYK"));
        return;
      case "G":
        this.#strokeWith(this.#device("DeviceGray"));
        return;
      case "RG":
        this.#strokeWith(this.#device("DeviceRGB"));
        return;
      case "K":
        this.#strokeWith(this.#device("DeviceCMYK"));
        return;
      case "cs":
        this.#fillWithNamed(this.#space(operands.at(-1)));
        return;
      case "CS":
        this.#strokeWithNamed(this.#space(operands.at(-1)));
        return;
      case "sc":
      case "scn":
        this.#fillWithNamed(this.#pattern(this.#state.fill, operands.at(-1)));
        return;
      case "SC":
      case "SCN":
        this.#strokeWithNamed(this.#pattern(this.#state.stroke, operands.at(-1)));
        return;
      default:
    }
  }

  #fillWith(colour: Colour): void {
    this.#painter.setColour("fill", colour);
    if (colour !== this.#state.fill) {
      this.#state = this.#walker.states.withFill(this.#state, colour);
    }
  }

  #strokeWith(colour: Colour): void {
    this.#painter.setColour("stroke", colour);
    if (colour !== this.#state.stroke) {
      this.#state = this.#walker.states.withStroke(this.#state, colour);
    }
  }

  #fillWithNamed(colour: Colour | undefined): void {
    if (colour !== undefined) {
      this.#fillWith(colour);
    }
  }

  #strokeWithNamed(colour: Colour | undefined): void {
    if (colour !== undefined) {
      this.#strokeWith(colour);
    }
  }

  #device(family: "DeviceGray" | "DeviceRGB" | "DeviceCMYK"): Colour {
    return this.#walker.colours.device(this.#context.scope, family);
  }

  #space(operand: CosValue | undefined): Colour | undefined {
    if (!(operand instanceof Name)) {
      return undefined;
    }
    const { colours } = this.#walker;
    const { value: name } = operand;
    return SPACES_WITHOUT_RESOURCE.has(name)
      ? colours.device(this.#context.scope, name)
      : colours.named(this.#context.scope, name, this.#uses.find("ColorSpace", name));
  }

  /**
   * Returns the pattern that the last operand of scn names in a Pattern space (8.7.3); undefined otherwise, as the
   * values of components do not matter.
   */
  #pattern(current: Colour, operand: CosValue | undefined): Colour | undefined {
    if (!(operand instanceof Name)) {
      return undefined;
    }
    const base = current.base ?? current;
    if (!isPatternSpace(base.space)) {
      return undefined;
    }
    const { value: name } = operand;
    const resource = this.#uses.find("Pattern", name);
    return this.#walker.colours.pattern(this.#context.scope, base, { name, resource });
  }

  #setFont(operands: readonly CosValue[]): void {
    const operand = operands.at(-2);
    if (!(operand instanceof Name)) {
      return;
    }
    const { value: name } = operand;
    const font = dictOf(this.#uses.find("Font", name));
    // Without a Subtype that fonts have it is no font (ISO 32000-2, 9.5).
    if (font !== undefined && !isFontSubtype(font.name("Subtype"))) {
      this.#uses.noteInvalid("Font", name);
    }
    this.#state = this.#walker.states.withFont(this.#state, font, name);
  }

  #setTextRenderingMode(operand: CosValue | undefined): void {
    if (typeof operand === "number" && operand !== this.#state.textRenderingMode) {
      this.#state = this.#walker.states.withTextRenderingMode(this.#state, operand);
    }
  }

  /** Shows a string; without one, the font and the colours of the state are used all the same. */
  #show(operand: CosValue | undefined): void {
    this.#painter.show(operand instanceof CosString ? operand.bytes : NO_BYTES, this.#state, this.#marked);
  }

  #showAll(operand: CosValue | undefined): void {
    let isShown = false;
    for (const element of Array.isArray(operand) ? (operand satisfies CosArray) : []) {
      if (element instanceof CosString) {
        isShown = true;
        this.#show(element);
      }
    }
    if (!isShown) {
      this.#show(undefined);
    }
  }

  #setExtGState(operand: CosValue | undefined): void {
    if (!(operand instanceof Name)) {
      return;
    }
    const resource = this.#uses.find("ExtGState", operand.value);
    const dict = dictOf(resource);
    if (dict !== undefined) {
      this.#state = withExtGState(this.#walker.states, this.#state, dict);
      this.#painter.extGState(dict, { by: "gs", name: operand.value, object: resource.object });
    }
  }

  #setRenderingIntent(operand: CosValue | undefined): void {
    const intent = operand instanceof Name ? operand.value : undefined;
    if (intent !== undefined) {
      this.#state = this.#walker.states.withParameters(this.#state, { renderingIntent: intent });
    }
    this.#painter.renderingIntent(intent, "ri");
  }

  #paintXObject(operand: CosValue | undefined): void {
    if (!(operand instanceof Name)) {
      return;
    }
    const { value: name } = operand;
    const { value, object } = this.#uses.find("XObject", name);
    if (value instanceof Stream) {
      // Without a known Subtype it is no external object (ISO 32000-2, 8.8.1).
      if (!X_OBJECTS.has(value.dict.name("Subtype") ?? "")) {
        this.#uses.noteInvalid("XObject", name);
      }
      this.#painter.xObject({ stream: value, name, object }, this.#state, this.#marked);
    }
  }

  #paintShading(operand: CosValue | undefined): void {
    if (operand instanceof Name) {
      this.#painter.shading(this.#uses.find("Shading", operand.value), "sh", this.#state);
    }
  }

  #paintInlineImage(image: InlineImage | undefined): void {
    if (image !== undefined) {
      this.#tokens.addDict(image.dict);
      this.#painter.inlineImage(image, this.#state);
    }
  }

  #beginMarkedContent(tag: CosValue | undefined, properties: Dict | undefined): void {
    const content = { tag: tag instanceof Name ? tag.value : "", properties, context: this.#context };
    this.#marked = new OpenMarkedContent(content, this.#marked);
    this.#walker.tags?.begin(this.#marked);
  }

  /**
   * Emits a marked-content operation.
   * @returns its property list
   */
  #reportMarkedContent(operation: Operation, operand: CosValue | undefined): Dict | undefined {
    const value = operand instanceof Name ? this.#uses.find("Properties", operand.value).value : resolve(operand);
    const properties = value instanceof Dict ? value : undefined;
    const context = this.#context;
    this.#walker.emit("operation", { operation, properties, resources: context.resources, context }, context.place);
    return properties;
  }
}
