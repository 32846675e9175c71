/**
 * Makes what names a request to the service, so that it is done once however often it is sent: the same name as long as the
 * same is entered, another for anything else. It is made from random bytes, because `randomUUID` is there over HTTPS alone.
 */
export function newIdempotencyKey(): (entered: string) => string {
  const names = new Map<string, string>();
  return (entered) => {
    const name = names.get(entered) ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
    names.set(entered, name);
    return name;
  };
}

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
