import { type CosDirect, Dict, type Page, Ref, resolve, Stream } from "@quire/cos";

type Category = "XObject" | "ExtGState";

/**
 * Gives objects names in the resources of pages (ISO 32000-2, 7.8.3). Resources that several pages share are changed in
 * place and stay shared.
 */
export class ResourceNames {
  readonly #add: (value: CosDirect) => Ref;
  readonly #given = new Map<Dict, GivenNames>();
  readonly #shared = new Map<Dict, Ref>();
  readonly #ofStreams = new Map<Stream, Dict>();

  constructor(add: (value: CosDirect) => Ref) {
    this.#add = add;
  }

  /**
   * Returns the name of `object` in the page's resources, adding it under a new name when it is not there. `dict` is
   * the page's dictionary in the document that is written.
   */
  nameOf(category: Category, object: Ref, { page, dict }: PageDict): string {
    const objects = objectsOf(category, this.#resourcesOf(page, dict));
    const given = this.#given.get(objects) ?? { names: new Map<Ref, string>(), last: 0 };
    this.#given.set(objects, given);
    const known = given.names.get(object);
    if (known !== undefined) {
      return known;
    }
    do {
      given.last++;
    } while (objects.raw(`Wm${given.last}`) !== undefined);
    const name = `Wm${given.last}`;
    objects.set(name, object);
    given.names.set(object, name);
    return name;
  }

  /** Returns the page's resources as an indirect object that others may refer to. */
  sharedResources(page: Page, dict: Dict): Ref {
    const resources = this.#resourcesOf(page, dict);
    const raw = rawResources(page, dict);
    const ref = raw instanceof Ref ? raw : (this.#shared.get(resources) ?? this.#add(resources));
    this.#shared.set(resources, ref);
    dict.set("Resources", ref);
    return ref;
  }

  #resourcesOf(page: Page, dict: Dict): Dict {
    const resources = resolve(rawResources(page, dict));
    if (resources instanceof Dict) {
      return resources;
    }
    const made = resources instanceof Stream ? this.#withoutData(resources) : new Dict();
    dict.set("Resources", this.#shared.get(made) ?? made);
    return made;
  }

  /**
   * Returns a dictionary with the entries of a stream that stands in place of resources: some readers accept a stream's
   * dictionary as resources, others do not.
   */
  #withoutData(stream: Stream): Dict {
    const made = this.#ofStreams.get(stream) ?? stream.dict.copy();
    this.#ofStreams.set(stream, made);
    this.#shared.set(made, this.#shared.get(made) ?? this.#add(made));
    return made;
  }
}

/** A page with its dictionary in the document that is written. */
interface PageDict {
  readonly page: Page;
  readonly dict: Dict;
}

interface GivenNames {
  readonly names: Map<Ref, string>;
  last: number;
}

/**
 * Returns the page's own resources, or the inherited ones: the dictionary of a page that is rewritten has them itself.
 */
const rawResources = (page: Page, dict: Dict) =>
  dict.has("Resources") ? dict.raw("Resources") : page.rawAttribute("Resources");

function objectsOf(category: Category, resources: Dict): Dict {
  const objects = resources.get(category);
  if (objects instanceof Dict) {
    return objects;
  }
  const made = new Dict();
  resources.set(category, made);
  return made;
}
