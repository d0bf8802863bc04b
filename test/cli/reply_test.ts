import { expect, test } from "bun:test";
import { shopWith, type Workshop } from "../support/command_line.ts";

const shopWithReview = () => shopWith({ id: "a1" });

async function replyOf(shop: Workshop): Promise<unknown> {
  await shop.run("export", "all.json");
  return JSON.parse(shop.read("all.json")).reviews[0].reply;
}

test("reply answers a review with today's date, and moves its updated_at", async () => {
  using shop = await shopWithReview();
  shop.now += 86_400_000;
  expect((await shop.run("reply", "a1", "Thank you, Jane")).out).toBe("Replied; revision 2\n");
  expect(await replyOf(shop)).toEqual({ text: "Thank you, Jane", date: "2026-06-02" });
  expect(JSON.parse(shop.read("all.json")).reviews[0].updated_at).toBe("2026-06-02T12:00:00.000Z");
});

test("reply with the same words changes nothing; --remove takes the answer back", async () => {
  using shop = await shopWithReview();
  await shop.run("reply", "a1", "Thank you", "--date", "2026-05-03");
  expect((await shop.run("reply", "a1", "Thank you")).out).toBe("Nothing to change for a1\n");
  expect((await shop.run("reply", "a1", "--remove")).out).toBe("Reply withdrawn; revision 3\n");
  expect(await replyOf(shop)).toBeNull();
});

test("reply publishes the firm's own telephone number, and asks about any other", async () => {
  using shop = await shopWithReview();
  await shop.run("profile", "set", "telephone=+1 212 555 0142");
  await shop.run("reply", "a1", "Call us at (212) 555-0142");
  expect(await replyOf(shop)).toMatchObject({ text: "Call us at (212) 555-0142" });
  const other = "Call Dana at (212) 555-0199";
  const refused = await shop.run("reply", "a1", other);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(
    "Your profile does not publish (212) 555-0199. Choose whether everyone may read it (--contacts publish|mask)",
  );
  expect(await replyOf(shop)).toMatchObject({ text: "Call us at (212) 555-0142" });
  await shop.run("reply", "a1", other, "--contacts", "publish");
  expect(await replyOf(shop)).toMatchObject({ text: other });
});

test("an import keeps the firm's own number in a reply, and masks any other", async () => {
  using shop = await shopWithReview();
  await shop.run("profile", "set", "telephone=+1 212 555 0142");
  shop.write(
    "replies.csv",
    "id,date,rating,text,author,reply\n9,2026-05-02,5,Good,Lee M.,212-555-0142 or 212-555-0199\n",
  );
  await shop.run("import", "replies.csv", "--source", "google", "--verified-by", "operator_attested");
  await shop.run("export", "all.json");
  const { reviews } = JSON.parse(shop.read("all.json"));
  expect(reviews.find((each: { text: string }) => each.text === "Good").reply.text).toBe("212-555-0142 or [removed]");
});

test("an import of the export keeps a published telephone number in the reply", async () => {
  using shop = await shopWithReview();
  await shop.run("reply", "a1", "Call Dana at (212) 555-0199", "--contacts", "publish");
  await shop.run("export", "all.json");
  expect((await shop.run("import", "all.json")).out).toContain("0 new, 0 changed");
  expect(await replyOf(shop)).toMatchObject({ text: "Call Dana at (212) 555-0199" });
});

test("reply reads a longer answer from standard input", async () => {
  using shop = await shopWithReview();
  shop.context = { readInput: async () => new TextEncoder().encode("Dear Jane,\r\nthank you\n") };
  await shop.run("reply", "a1", "-");
  expect(await replyOf(shop)).toMatchObject({ text: "Dear Jane,\nthank you" });
});

test("reply refuses a date that an import of the export would refuse", async () => {
  using shop = await shopWithReview();
  expect(await shop.run("reply", "a1", "Thank you", "--date", "2026-06-02")).toMatchObject({
    code: 2,
    err: "goodword: 2026-06-02 is in the future (--date)\n",
  });
  expect((await shop.run("reply", "a1", "Thank you", "--date", "2026-06-01")).code).toBe(0);
});

test("reply refuses standard input that is not UTF-8 instead of publishing its ruins", async () => {
  using shop = await shopWithReview();
  shop.context = { readInput: async () => Uint8Array.of(0x63, 0x61, 0x66, 0xe9) };
  expect(await shop.run("reply", "a1", "-")).toMatchObject({
    code: 1,
    err: "goodword: Standard input is not UTF-8 text; save it again as UTF-8\n",
  });
});

test("reply refuses control characters, nothing and too much, and an unknown review", async () => {
  using shop = await shopWithReview();
  expect((await shop.run("reply", "a1", "bell \u0007")).code).toBe(1);
  expect((await shop.run("reply", "a1", " ")).code).toBe(1);
  expect((await shop.run("reply", "a1", "x".repeat(10_001))).code).toBe(1);
  expect((await shop.run("reply", "zz", "Thank you")).code).toBe(1);
  expect((await shop.run("reply", "a1")).code).toBe(2);
  expect((await shop.run("log", "--json")).json).toHaveLength(1);
});
