import { expect, test } from "vitest";
import { resourceService } from "./testing/resource-service.ts";

test("the languages that are installed are listed to any key", async () => {
  const service = await resourceService();
  const caller = await service.newCaller(await service.newAccount("Acme", 0), { scopes: ["vision"] });
  expect(await caller.ask("GET /ocr/languages")).toMatchObject({
    status: 200,
    body: {
      languages: [
        { code: "chi_sim", name: "Simplified Chinese", iso639_1: "zh" },
        { code: "deu", name: "German", iso639_1: "de" },
      ],
    },
  });
});
