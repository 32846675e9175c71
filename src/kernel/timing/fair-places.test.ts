import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FairPlaces, type Place } from "./fair-places.ts";

/** Takes places for `tenant` until there is none. */
function fill(places: FairPlaces, tenant: string, most = 100): Place[] {
  const taken: Place[] = [];
  for (let place = places.take(tenant); place !== undefined && taken.length < most; place = places.take(tenant)) {
    taken.push(place);
  }
  return taken;
}

test("a tenant alone has all places, and the next one its share of them", () => {
  const places = new FairPlaces(12);
  expect(fill(places, "one")).toHaveLength(12);
  expect(fill(places, "two")).toHaveLength(6);
  expect(fill(places, "three")).toHaveLength(4);
  expect(places.take("one")).toBeUndefined();
});

test("who has more than its share waits until places are free, and then has as many as are", () => {
  const places = new FairPlaces(4);
  const first = fill(places, "one");
  const second = fill(places, "two");
  expect([first.length, second.length, places.held]).toEqual([4, 2, 6]);
  first[0]?.release();
  first[0]?.release();
  first[1]?.release();
  expect([places.held, places.take("one")]).toEqual([4, undefined]);
  first[2]?.release();
  expect(places.take("one")).toBeDefined();
  expect([places.held, places.take("one")]).toEqual([4, undefined]);
});

test("there are at least as many places as tenants, or the last tenants have none", () => {
  const places = new FairPlaces(2);
  const tenants = ["a", "b", "c", "d"];
  expect(tenants.map((tenant) => places.take(tenant) !== undefined)).toEqual([true, true, false, false]);
});

test("whatever is taken and released: nobody below its share is refused, and little is held beyond the places", () => {
  const step = fc.record({ tenant: fc.constantFrom("a", "b", "c", "d"), releases: fc.boolean(), at: fc.nat(50) });
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 12 }), fc.array(step, { maxLength: 200 }), (count, steps) => {
      const places = new FairPlaces(count);
      const held: { readonly tenant: string; readonly place: Place }[] = [];
      for (const { tenant, releases, at } of steps) {
        if (releases && held.length > 0) {
          held.splice(at % held.length, 1)[0]?.place.release();
          continue;
        }
        const own = held.filter((each) => each.tenant === tenant).length;
        const tenants = new Set([tenant, ...held.map((each) => each.tenant)]).size;
        const place = places.take(tenant);
        expect(place !== undefined).toBe(held.length < count || own + 1 <= count / tenants);
        if (place !== undefined) {
          held.push({ tenant, place });
        }
        expect(places.held).toBe(held.length);
        expect(held.length).toBeLessThanOrEqual(count * (1 + 1 / 2 + 1 / 3 + 1 / 4));
      }
    }),
  );
});
