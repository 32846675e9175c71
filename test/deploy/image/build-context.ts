import { cpSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";

/* What a builder is given of the checkout: its files less those that .dockerignore leaves out. */

/** Returns whether the builder is given a file, by its path in the checkout: the last pattern that names it decides. */
export function createFilter(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => (line.startsWith("!") ? { takes: true, pattern: line.slice(1) } : { takes: false, pattern: line }));
  return (path) => {
    const names = path.split("/");
    // A pattern that names a folder names what is in it.
    const places = names.map((_, index) => names.slice(0, index + 1).join("/"));
    const last = rules.findLast(({ pattern }) =>
      places.some((place) => matchesGlob(withoutDots(place), withoutDots(pattern))),
    );
    return last?.takes ?? true;
  };
}

/** For Docker a `*` is also a name that begins with a dot; for Node it is not. */
const withoutDots = (path: string): string => path.replaceAll(/(?<=^|\/)\./g, "dot-");

/** Copies the files that the builder is given of `checkout` to `directory`. */
export function layOutContext(checkout: string, directory: string): void {
  const takes = createFilter(readFileSync(join(checkout, ".dockerignore"), "utf8"));
  const files = globSync(["*", ".dockerignore", "{bin,console,deploy,docs,packages,scripts,src}/**"], {
    cwd: checkout,
    exclude: (name) => /(?:^|\/)(?:node_modules|\.git|\.node)$/.test(name),
  });
  for (const path of files.filter(takes)) {
    if (statSync(join(checkout, path)).isFile()) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      cpSync(join(checkout, path), join(directory, path), { dereference: false });
    }
  }
}
