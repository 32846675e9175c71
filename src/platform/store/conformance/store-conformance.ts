import { afterEach, beforeEach, describe, expect } from "vitest";
import type { Store } from "../store.ts";
import { accountTests } from "./account-tests.ts";
import { admissionTests } from "./admission-tests.ts";
import { auditTests } from "./audit-tests.ts";
import { creditTests } from "./credit-tests.ts";
import { handedRequestTests } from "./handed-request-tests.ts";
import { idempotencyTests } from "./idempotency-tests.ts";
import { partTests } from "./job-part-tests.ts";
import { jobTests } from "./job-tests.ts";
import { keyTests } from "./key-tests.ts";
import { recoveryTests } from "./recovery-tests.ts";
import type { OpenedStore } from "./scene.ts";
import { storageTests } from "./storage-tests.ts";
import { sweepingTests } from "./sweeping-tests.ts";
import { templateTests } from "./template-tests.ts";
import { usageTests } from "./usage-tests.ts";
import { webhookTests } from "./webhook-tests.ts";

/** Tests what every driver of `Store` has to do. After each test the audit must find no difference. */
export function storeConformance(name: string, openStore: () => Promise<OpenedStore>): void {
  describe(`store: ${name}`, () => {
    let opened: OpenedStore;
    const store = (): Store => opened.store;
    beforeEach(async () => {
      opened = await openStore();
    });
    afterEach(async () => {
      const differences = await opened.store.audit();
      await opened.store.close();
      await opened.store.close();
      await opened.remove();
      expect(differences).toEqual([]);
    });
    describe("admission", () => {
      admissionTests(store);
    });
    describe("accounts", () => {
      accountTests(store);
    });
    describe("keys", () => {
      keyTests(store);
    });
    describe("credits", () => {
      creditTests(store);
    });
    describe("usage", () => {
      usageTests(store);
    });
    describe("remembered requests", () => {
      idempotencyTests(store);
    });
    describe("jobs", () => {
      jobTests(store);
    });
    describe("parts of jobs", () => {
      partTests(store);
    });
    describe("handed requests", () => {
      handedRequestTests(store);
    });
    describe("what is stored", () => {
      storageTests(store);
    });
    describe("templates", () => {
      templateTests(store);
    });
    describe("webhooks", () => {
      webhookTests(store);
    });
    describe("audit log", () => {
      auditTests(store);
    });
    describe("recovery", () => {
      recoveryTests(store);
    });
    describe("sweeping", () => {
      sweepingTests(store);
    });
  });
}
