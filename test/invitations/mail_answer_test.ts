import { describe, expect, test } from "bun:test";
import { classifyFailure, type MailStage, pauseAfter, settleMessage } from "../../src/invitations/mod.ts";

const failure = (stage: MailStage, answer: string) => {
  const status = Number(answer.slice(0, 3)) || null;
  return classifyFailure({ stage, status, answer, reason: "ETIMEDOUT" });
};
const NOW = Date.UTC(2026, 0, 5, 12);

describe("classifyFailure()", () => {
  test("5xx to the recipient is undeliverable, 4xx comes later", () => {
    expect(failure("recipient", "550 5.1.1 no such user")).toEqual({
      kind: "undeliverable",
      code: "550 5.1.1 (recipient)",
    });
    expect(failure("content", "554 no")).toEqual({ kind: "undeliverable", code: "554 (content)" });
    expect(failure("recipient", "451-4.7.1 greylisted\n451 4.7.1 later")).toEqual({
      kind: "later",
      code: "451 4.7.1 (recipient)",
    });
    expect(failure("content", "452 4.3.1 full").kind).toBe("later");
  });

  test.each(["connect", "login", "sender"] as const)(
    "whatever is refused at %s is the sender's own trouble",
    (stage) => {
      for (const answer of ["554 5.7.1 no", "550 5.1.1 no", "421 4.7.0 busy", ""])
        expect(failure(stage, answer).kind).toBe("trouble");
    },
  );

  test.each([
    "550 5.4.5 Daily user sending limit exceeded",
    "553 5.1.8 sender domain does not exist",
    "552 5.2.0 sending is disabled",
    "530 5.7.0 authenticate first",
    "554 5.7.1 <a@b.example>: Relay access denied",
  ])("a quota, a refused sender or a missing login marks nobody: %s", (answer) => {
    expect(failure("recipient", answer).kind).toBe("trouble");
  });

  test("without an answer a message may have arrived", () => {
    expect(failure("content", "")).toEqual({ kind: "later", code: "ETIMEDOUT (content)" });
  });

  test("keeps nothing of an answer but its codes", () => {
    expect(JSON.stringify(failure("recipient", "550 5.1.1 <canary@example.org> unknown"))).not.toContain("canary");
  });
});

describe("settleMessage()", () => {
  const settle = (attempts: number, code: string, putOffForMs: number | null = null) =>
    settleMessage({ id: 1, attempts, putOffForMs }, { kind: "later", code }, 0);
  const TWO_DAYS_MS = 2 * 86_400_000;

  test("waits longer and longer, until a last attempt at the end of two days", () => {
    const waits: number[] = [];
    let at = 0;
    for (let attempts = 0; ; attempts++) {
      const settlement = settle(attempts, "451 4.7.1 (recipient)", attempts === 0 ? null : at);
      if (settlement.kind !== "again") {
        expect(settlement).toEqual({ id: 1, kind: "undeliverable", outcome: "451 4.7.1 (recipient) for two days" });
        break;
      }
      expect(settlement.isPutOff).toBeTrue();
      waits.push(settlement.retryInMs);
      at += settlement.retryInMs;
    }
    expect(at).toBe(TWO_DAYS_MS);
    expect(waits.slice(0, -1)).toEqual(waits.slice(0, -1).toSorted((a, b) => a - b));
    expect(waits.length).toBeGreaterThan(10);
  });

  test("ends after two days by time, however few attempts quiet hours or a stopped server left", () => {
    expect(settle(1, "451 4.7.1 (recipient)", TWO_DAYS_MS - 1)).toMatchObject({ kind: "again", retryInMs: 1 });
    expect(settle(1, "451 4.7.1 (recipient)", 5 * TWO_DAYS_MS).kind).toBe("undeliverable");
    expect(settle(50, "451 4.7.1 (recipient)", TWO_DAYS_MS / 2).kind).toBe("again");
  });

  test("never gives up a receiver whom the mail server has not refused", () => {
    expect(settle(500, "ETIMEDOUT (content)", 5 * TWO_DAYS_MS)).toMatchObject({ kind: "again", isPutOff: false });
    expect(settle(500, "not sent: the subject").kind).toBe("again");
  });
});

test("pauseAfter() grows with each trouble to an hour; what failed together is one trouble", () => {
  const first = pauseAfter(null, "535 (login)", NOW);
  expect(first).toEqual({ until: NOW + 60_000, since: NOW, count: 1, code: "535 (login)" });
  expect(pauseAfter(first, "535 (login)", NOW + 30_000)).toBe(first);
  let pause = first;
  for (let round = 0; round < 9; round++) pause = pauseAfter(pause, "535 (login)", pause.until);
  expect(pause).toMatchObject({ since: NOW, count: 10 });
  expect(pauseAfter(pause, "535 (login)", pause.until).until).toBe(pause.until + 3_600_000);
});
