/** How two checkouts' answers are compared, without their servers. */
import { expect, test } from "bun:test";
import { type Answer, differences, stableBody } from "../../soak/record/answers.ts";

const answer = (text: string, status = 200, headers = ""): Answer => ({ status, headers, body: Buffer.from(text) });

test("differences() shows the first differing bytes, and one difference for an answer", () => {
  const before = new Map([["GET /", answer("five stars", 200, "etag: 1")]]);
  const after = new Map([["GET /", answer("five starz", 200, "etag: 2")]]);
  expect(differences(before, after)).toEqual([
    { asked: "GET /", part: "body", at: 9, before: "five stars", after: "five starz" },
  ]);
});

test("differences() reports statuses, headers, and answers that only one checkout gives", () => {
  const before = new Map(Object.entries({ a: answer("x"), b: answer("x"), c: answer("x"), same: answer("x") }));
  const after = new Map(
    Object.entries({ a: answer("x", 404), b: answer("x", 200, "vary: *"), d: answer("x"), same: answer("x") }),
  );
  expect(differences(before, after).map(({ asked, part }) => `${asked} ${part}`)).toEqual([
    "a status",
    "b headers",
    "c missing",
    "d new",
  ]);
});

test("stableBody() replaces session ids and durations in text and leaves pictures alone", () => {
  const body = Buffer.from('{"Mcp-Session-Id":"1.ab.c"} took 12 ms');
  expect(stableBody(body, "application/json").toString()).toBe('{"Mcp-Session-Id":"ID"} took N ms');
  expect(stableBody(body, "image/png")).toBe(body);
});
