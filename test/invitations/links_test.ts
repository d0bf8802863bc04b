/** Tokens of links. */
import { expect, test } from "bun:test";
import {
  digestOfToken,
  jobIdOf,
  jobOfUnsubscribeToken,
  linkToken,
  unsubscribeToken,
} from "../../src/invitations/mod.ts";
import { seededBytes } from "../support/seeded_random.ts";

const KEY = "k".repeat(32);
const JOB = jobIdOf(seededBytes(20));

test("a job has an id of 20 letters and digits, and a link of 160 bits that is always the same", () => {
  expect(JOB).toMatch(/^job_[0-9a-hjkmnp-tv-z]{20}$/);
  expect(linkToken(KEY, JOB)).toMatch(/^[A-Za-z0-9_-]{27}$/);
  expect(linkToken(KEY, JOB)).toBe(linkToken(KEY, JOB));
  expect(linkToken(KEY, JOB)).not.toBe(linkToken("l".repeat(32), JOB));
  expect(digestOfToken(linkToken(KEY, JOB))).toMatch(/^[0-9a-f]{64}$/);
});

test("a token to unsubscribe names its job to the holder of the key, and opens no link", () => {
  const token = unsubscribeToken(KEY, JOB);
  expect(jobOfUnsubscribeToken(KEY, token)).toBe(JOB);
  expect(token).not.toContain(linkToken(KEY, JOB));
});

test("a token to unsubscribe with any character changed, or of another key, is refused", () => {
  const token = unsubscribeToken(KEY, JOB);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === "a" ? "b" : "a";
    expect(jobOfUnsubscribeToken(KEY, `${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe(null);
  }
  for (const forged of ["", token.slice(1), `${token}a`, unsubscribeToken("l".repeat(32), JOB), "é".repeat(47)]) {
    expect(jobOfUnsubscribeToken(KEY, forged)).toBe(null);
  }
});
