import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { expectUsersApart } from "./process-users.ts";

const settings = {
  QUIRE_WORKERS: "2",
  QUIRE_DOCUMENT_WORKERS: "3",
  QUIRE_OCR_WORKERS: "4",
  QUIRE_WORKER_UID_FIRST: "70000",
};
const expectApart = (uid: string) => () => expectUsersApart(readConfig({ ...settings, QUIRE_CHROMIUM_UID: uid }));

test("the browser has a user that no engine process has", () => {
  expect(() => expectUsersApart(readConfig({}))).not.toThrow();
  for (const uid of ["69999", "70009"]) {
    expect(expectApart(uid)).not.toThrow();
  }
  for (const uid of ["70000", "70008"]) {
    expect(expectApart(uid)).toThrow(ConfigError);
    expect(expectApart(uid)).toThrow(
      `QUIRE_CHROMIUM_UID: It is ${uid}, and the engine processes have the user ids 70000 to 70008`,
    );
  }
});
