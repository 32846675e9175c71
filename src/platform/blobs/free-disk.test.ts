import { expect, test } from "vitest";
import { FreeDisk } from "./free-disk.ts";

function scene(floorBytes = 100) {
  const state = { nowMs: 0, free: 1000, asked: 0 };
  const disk = new FreeDisk({
    path: "/data",
    floorBytes,
    nowMs: () => state.nowMs,
    freeBytes: (path) => {
      expect(path).toBe("/data");
      state.asked += 1;
      return state.free < 0 ? Promise.reject(new Error("gone")) : Promise.resolve(state.free);
    },
  });
  return { disk, state };
}

test("a disk is low once less than the floor is free, and is asked at most once a second", async () => {
  const { disk, state } = scene();
  await disk.look();
  expect(disk.isLow).toBe(false);
  state.free = 99;
  state.nowMs = 999;
  await disk.look();
  expect([disk.isLow, state.asked]).toEqual([false, 1]);
  state.nowMs = 1000;
  await disk.look();
  expect([disk.isLow, state.asked]).toEqual([true, 2]);
  state.free = 100;
  state.nowMs = 2000;
  await disk.look();
  expect(disk.isLow).toBe(false);
});

test("a file system without an answer is not low, and without a floor none is asked", async () => {
  const { disk, state } = scene();
  state.free = -1;
  await disk.look();
  expect(disk.isLow).toBe(false);
  const none = scene(0);
  await none.disk.look();
  expect([none.disk.isLow, none.state.asked]).toEqual([false, 0]);
});
