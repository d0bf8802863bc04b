/** Errors and what caused them. */
import { expect, test } from "bun:test";
import { causesOf } from "../src/errors.ts";

test("causesOf() walks from an error to what caused it, and stops at what is no error", () => {
  const root = new Error("root", { cause: "a text" });
  const outer = new TypeError("outer", { cause: root });
  expect([...causesOf(outer)]).toEqual([outer, root]);
  expect([...causesOf("a text")]).toEqual([]);
  expect([...causesOf(undefined)]).toEqual([]);
});
