import { asDict, NO_CONTENT_STREAM, type CosDirect, Dict, type Page, Ref, resolve, Stream } from "@quire/cos";
import { decodeLiterally } from "../file/decoded.ts";
import { hasUnicode, isAccessibility } from "../flavours.ts";
import type { Place } from "../place.ts";
import type { Emit, Validation } from "../validation.ts";
import { Colours } from "./colours.ts";
import { ContentTags } from "./content-tags.ts";
import { type ContentSource, Context } from "./context.ts";
import { Environments } from "./environments.ts";
import { found } from "./found.ts";
import { type State, States } from "./graphics-state.ts";
import type { Inherited } from "./inherited.ts";
import { Interpreter } from "./interpreter.ts";
import { WalkMemo } from "./memo.ts";
import { pageScope } from "./page-scope.ts";
import { type ResourceScope, ResourceScopes } from "./resource-scope.ts";
import type { StreamWalker } from "./stream-walker.ts";
import { type GlyphProcedure, glyphProcedures, isType3 } from "./type3-font.ts";

/** The depth to which forms, patterns and glyphs may be nested. */
const MAX_NESTED_STREAMS = 60;
const MAX_KEPT_STATES = 20_000;
/** The appearances of an annotation (ISO 32000-2, table 170). PDF/A forbids the last two, and what is in them counts. */
const APPEARANCES = ["N", "R", "D"] as const;

/**
 * Walks all content that a document shows (8.1): the contents of pages, the appearances of annotations, and the forms,
 * patterns, glyphs and soft masks that these use. A stream is walked again only where inherited circumstances that it
 * depends on differ.
 */
export class ContentWalker implements StreamWalker {
  readonly validation: Validation;
  readonly emit: Emit;
  readonly states = new States();
  readonly colours = new Colours();
  readonly scopes = new ResourceScopes();
  readonly environments = new Environments();
  readonly tags: ContentTags | undefined;
  readonly #memos = new Map<Stream, Map<string, WalkMemo>>();
  readonly #glyphs = new Map<Dict, readonly (GlyphProcedure | undefined)[]>();
  readonly #isType3 = new Map<Dict, boolean>();
  readonly #active = new Set<Stream>();
  readonly #keepsMarkedContent: boolean;

  constructor(validation: Validation, emit: Emit) {
    this.validation = validation;
    this.emit = emit;
    // Below level u, nothing depends on the text that marked content stands for.
    this.#keepsMarkedContent = hasUnicode(validation.flavour);
    this.tags = isAccessibility(validation.flavour) ? new ContentTags(validation, emit) : undefined;
  }

  walkPage(page: Page): void {
    // Most states belong to the resources of one page.
    if (this.states.size > MAX_KEPT_STATES) {
      this.states.forget();
      this.colours.forget();
    }
    const scope = pageScope(page, this.scopes, this.validation.bounds);
    const environment = this.environments.ofPage(page.dict, scope);
    const context = new Context({
      kind: "page",
      page: page.index + 1,
      parent: undefined,
      dict: page.dict,
      stream: undefined,
      object: page.ref?.number,
      at: "Contents",
      scope,
      environment,
    });
    const state = this.initialState(scope);
    const { bytes, damage } = page.contents(this.validation.bounds, decodeLiterally);
    const interpreter = new Interpreter(this, context, { state, marked: undefined });
    interpreter.run(bytes);
    // What is no stream has no content that was left unchecked.
    interpreter.reportEnd(damage.filter((one) => one !== NO_CONTENT_STREAM));
    this.#walkAppearances(context, page.dict.array("Annots") ?? []);
  }

  initialState(scope: ResourceScope): State {
    return this.states.initial(this.colours.device(scope, "DeviceGray"));
  }

  walk(source: ContentSource & { readonly stream: Stream }, inherited: Inherited): number {
    const { stream, kind, environment, scope } = source;
    const memos = found(this.#memos, stream, () => new Map<string, WalkMemo>());
    const circumstances = `${kind} ${environment.id} ${source.isUncoloured ?? ""} ${this.scopes.idOfOwn(scope.own)}`;
    const memo = found(memos, circumstances, () => new WalkMemo(this.#keepsMarkedContent, this.tags));
    if (memo.has(scope, inherited) || this.#active.has(stream)) {
      return memo.dependencies;
    }
    if (this.#active.size >= MAX_NESTED_STREAMS) {
      const reason = `Content streams are nested in each other more than ${MAX_NESTED_STREAMS} deep.`;
      this.validation.inconclusive(reason, { object: source.object, page: source.page, at: source.at });
      return memo.dependencies;
    }
    this.#active.add(stream);
    const { bytes, remaining, damage } = decodeLiterally(stream, this.validation.bounds);
    const interpreter = new Interpreter(this, new Context(source), inherited);
    interpreter.run(remaining.length === 0 ? bytes : bytes.subarray(0, 0));
    interpreter.reportEnd(damage === undefined ? [] : [damage]);
    this.#active.delete(stream);
    memo.add(interpreter.dependencies, scope, inherited);
    return memo.dependencies;
  }

  isType3(font: Dict): boolean {
    return found(this.#isType3, font, () => isType3(font));
  }

  glyphsOf(font: Dict): readonly (GlyphProcedure | undefined)[] {
    return found(this.#glyphs, font, () => glyphProcedures(font));
  }

  /** Walks all appearances (12.5.5), whatever state /AS selects. */
  #walkAppearances(page: Context, annotations: readonly (CosDirect | Ref)[]): void {
    for (const [index, element] of annotations.entries()) {
      this.validation.bounds.step();
      const appearances = asDict(resolve(element))?.dict("AP");
      for (const key of APPEARANCES) {
        const raw = appearances?.raw(key);
        const value = resolve(raw);
        const at = `Annots[${index}]/AP/${key}`;
        this.#walkAppearance(page, { value, raw, at });
        for (const [name, state] of value instanceof Dict ? value.entries : []) {
          this.#walkAppearance(page, { value: resolve(state), raw: state, at: `${at}/${name}` });
        }
      }
    }
  }

  #walkAppearance(
    page: Context,
    { value: stream, raw, at }: { value: CosDirect; raw: CosDirect | Ref | undefined; at: string },
  ): void {
    if (!(stream instanceof Stream)) {
      return;
    }
    const object = raw instanceof Ref ? raw.number : undefined;
    const scope = this.scopes.of(stream.dict.dict("Resources"), page.scope);
    const state = this.initialState(scope);
    const group = stream.dict.dict("Group");
    const place: Place = { object, page: page.page, at };
    this.emit("form", { by: "appearance", stream, object, group, name: undefined, state, context: page }, place);
    this.tags?.form(stream, place);
    const environment = this.environments.within(page.environment, group, scope);
    this.walk(
      { kind: "appearance", page: page.page, parent: page, dict: stream.dict, stream, object, at, scope, environment },
      { state, marked: undefined },
    );
  }
}
