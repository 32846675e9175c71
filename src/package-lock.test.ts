import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), link: z.boolean().optional(), resolved: z.string().optional() }),
  ),
});

test.each(["package-lock.json", "bench/peers/package-lock.json", "scripts/node/package-lock.json"])(
  "%s has the hash of every package that comes from the registry",
  (name) => {
    const text = readFileSync(join(import.meta.dirname, "..", name), "utf8");
    const { packages } = lockFile.parse(JSON.parse(text));
    const lacking = Object.entries(packages).filter(
      ([path, { link, integrity }]) => path.includes("node_modules/") && !link && !/^sha512-/.test(integrity ?? ""),
    );
    expect(lacking.map(([path]) => path)).toEqual([]);
  },
);
