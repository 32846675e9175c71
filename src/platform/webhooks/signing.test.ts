import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { bytesOfSecret, newWebhookSecret, sealSecret, unsealSecret } from "./secrets.ts";
import { signatureHeaders } from "./signing.ts";

const body = '{"type":"webhook.test","data":"é — 客户"}';
const now = (): number => Math.floor(Date.now() / 1000);

const signed = (secrets: readonly string[], timestampSeconds = now()) =>
  signatureHeaders(
    { id: "msg_one", timestampSeconds, body },
    secrets.map((secret) => bytesOfSecret(secret) ?? Buffer.alloc(0)),
  );

test("what is signed passes the check of the standard's own library, and nothing else does", () => {
  const secret = newWebhookSecret();
  const headers = signed([secret]);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature");
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow("No matching signature");
  expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "msg_two" })).toThrow("No matching");
});

test("the example of the standard", () => {
  // standard-webhooks/standard-webhooks, libraries/javascript: "sign function works".
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signatureHeaders(message, [bytesOfSecret(secret) ?? Buffer.alloc(0)])).toEqual({
    "webhook-id": message.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("two secrets sign with one signature each, so that either is enough", () => {
  const [newer, older] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signed([newer, older]);
  expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const secret of [newer, older]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  }
});

test.each([
  [24, true],
  [64, true],
  [23, false],
  [65, false],
])("a secret of %d bytes: %s", (length, isSecret) => {
  expect(bytesOfSecret(`whsec_${Buffer.alloc(length, 1).toString("base64")}`) !== undefined).toBe(isSecret);
});

test.each(["", "whsec_", "abc", `WHSEC_${"A".repeat(32)}`, `whsec_${"A".repeat(31)}_`, `whsec_${"A".repeat(33)}`])(
  "'%s' is not a secret",
  (text) => {
    expect(bytesOfSecret(text)).toBeUndefined();
  },
);

test("a secret can be read under the pepper that sealed it, and under no other", () => {
  const [pepper, secret] = [Buffer.alloc(32, 1), newWebhookSecret()];
  const sealed = sealSecret(secret, pepper);
  expect(sealed).not.toContain(secret.slice(6));
  expect(sealSecret(secret, pepper)).not.toBe(sealed);
  expect(unsealSecret(sealed, pepper)).toBe(secret);
  expect(unsealSecret(sealed, Buffer.alloc(32, 2))).toBeUndefined();
});
