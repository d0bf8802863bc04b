import { describe, expect, test } from "bun:test";
import { replyRoleOf } from "../../src/import/columns/reply_names.ts";
import { readOne, refusalOf } from "./builders.ts";

describe("replyRoleOf()", () => {
  test.each([
    "Trader reply",
    "traderResponse",
    "reviewResponseBody",
    "review_replies",
    "replies.comments",
    "original_owner_answer",
    "Response from the merchant",
    "Kommentar des Unternehmens",
    "Antwort vom Handwerker",
    "Réponse de l'entreprise",
    "Respuesta del profesional",
    "Reactie vakman",
    "Odpowiedź sklepu",
  ])("takes %p for the reply", (name) => {
    expect(replyRoleOf(name)).toBe("reply");
  });

  test.each([
    "response time",
    "responseTime",
    "owner_replied_at",
    "traderResponseDate",
    "reviewResponseCreatedDateTime",
    "replies.date_created",
    "Owner comment date",
    "Datum der Antwort des Inhabers",
    "Antwort vom",
  ])("takes %p for its day", (name) => {
    expect(replyRoleOf(name)).toBe("replyDate");
  });

  test.each([
    "replied",
    "Response rate",
    "Response type",
    "reviewResponseName",
    "Suggested reply",
    "Reply draft",
    "Customer reply",
    "Manager comments",
    "Our answer key",
    "Public comment",
    "Owner",
    "owner_timestamp",
  ])("does not take %p for either", (name) => {
    expect(replyRoleOf(name)).toBeNull();
  });
});

describe("a reply under another name", () => {
  const csv = (header: string) =>
    `date,rating,text,author,${header}\n2026-05-01,5,On time and tidy,Pat Lake,Thank you!,2026-05-03\n`;

  test.each(["Trader reply,Trader reply date", "reviewResponseBody,reviewResponseCreatedDateTime"])(
    "is not lost, however short it is: %s",
    (header) => {
      expect(readOne("r.csv", csv(header), { source: "google" }).records[0]?.review).toMatchObject({
        text: "On time and tidy",
        replyText: "Thank you!",
        replyDate: "2026-05-03",
      });
    },
  );

  test("is not taken from a column of days, and gives way to a known name", () => {
    const read = (header: string) =>
      readOne("r.csv", csv(header).replace("2026-05-03", "3.5.2026 9:00"), { source: "google" }).records[0]?.review;
    for (const header of ["Antwort,Antwort vom", "Antwort,Reaktion vom", "Reply,Response of the owner"]) {
      expect(read(header)?.replyText).toBe("Thank you!");
    }
    expect(read("Antwort,Antwort vom")?.replyDate).toBe("2026-05-03");
  });

  test("has its day next to it in an object of any name", () => {
    const review = { id: 7, score: 5, content: "On time", title: "Good", created_at: "2026-05-01T10:00:00Z" };
    const comment = { id: 9, content: "Thank you!", created_at: "2026-05-03T10:00:00Z" };
    const { records } = readOne("r.json", JSON.stringify([{ ...review, user: { display_name: "Pat L." }, comment }]), {
      source: "yotpo",
    });
    expect(records[0]?.review).toMatchObject({ date: "2026-05-01", replyText: "Thank you!", replyDate: "2026-05-03" });
  });

  test("in its original words comes before its translation", () => {
    const file = csv("Owner answer,Original owner answer").replace("2026-05-03", "Danke!");
    expect(readOne("r.csv", file, { source: "google" }).records[0]?.review.replyText).toBe("Danke!");
  });

  test("has no day in a column of durations", () => {
    const file = csv("Reply,Response time").replace("2026-05-03", "2 hours");
    const { records, problems } = readOne("r.csv", file, { source: "google" });
    expect(problems).toEqual([]);
    expect(records[0]?.review).toMatchObject({ replyText: "Thank you!", replyDate: null });
  });

  test("for internal use is no reply", () => {
    const file = csv("Manager comments,x").replace("Thank you!", "He never pays so do not book him again");
    expect(refusalOf(() => readOne("r.csv", file, { source: "google" }))).toContain('"Manager comments"');
  });
});
