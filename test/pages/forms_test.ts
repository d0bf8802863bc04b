/** The forms of customers and readers, over the application and a real store. */
import { describe, expect, test } from "bun:test";
import { GoodwordError } from "../../src/errors.ts";
import type { InvitationService } from "../../src/invitations/mod.ts";
import { LANGUAGES } from "../../src/languages/mod.ts";
import { withhold } from "../../src/owner/withhold.ts";
import { CLIENT } from "../support/client.ts";
import { type FormStage, openFormStage, PUBLISHED_ID, SOUND, TOKEN, UNSUBSCRIBE_TOKEN } from "../support/form_stage.ts";
import { perform } from "../support/perform.ts";

const LINK = `/r/${TOKEN}`;

/** The stored review of the link; null without one. */
async function reviewOf({ store }: FormStage) {
  return store.reviews.read(async (reads) => {
    const id = (await reads.jobs.list())[0]?.invitation?.reviewId;
    return id == null ? null : ((await reads.review(id)) ?? null);
  });
}

async function answered(stage: FormStage, fields: Record<string, string> = {}): Promise<string> {
  expect((await stage.post(LINK, { ...SOUND, ...fields })).status).toBe(303);
  return (await reviewOf(stage))?.id ?? "";
}

describe("a form whose work fails", () => {
  const failing = (error: Error) => {
    const fail = () => Promise.reject(error);
    return openFormStage({
      parts: {
        invitationService: { look: fail, lookAtUnsubscribing: fail, report: fail } as unknown as InvitationService,
      },
    });
  };
  const REPORT = { reason: "abuse", text: "", email: "" };

  test.each([
    ["says that it is busy, to be tried again, while the database is", new GoodwordError("database", "locked"), 503],
    ["is a page of an error, 500, where anything else is wrong", new TypeError("no such field"), 500],
  ])("%s", async (_, error, status) => {
    await using stage = await failing(error);
    const responses = [await stage.get(LINK), await stage.get(`/u/${UNSUBSCRIBE_TOKEN}`)];
    responses.push(await stage.post(`/reviews/${PUBLISHED_ID}/report`, REPORT));
    for (const response of responses) {
      expect([response.status, response.headers.has("retry-after")]).toEqual([status, status === 503]);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.text()).not.toContain("no such field");
    }
  });
});

describe("GET /r/TOKEN", () => {
  test("shows the form without using up the link, and cannot be cached or framed", async () => {
    await using stage = await openFormStage();
    for (let visit = 0; visit < 3; visit++) await stage.get(LINK);
    const response = await stage.get(LINK);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self';");
    const html = await response.text();
    expect(html).toContain("Drain cleaning, finished on May 1, 2026");
    expect(html.match(/\schecked/g)).toBeNull();
    for (const [, address = ""] of html.matchAll(/(?:src|href)="(https?:[^"]*)"/g)) {
      expect(address).toStartWith("https://reviews.");
    }
    for (const word of ["Jane", "jane@example.com"]) expect(html).not.toContain(word);
  });

  test("has the stars chosen that were pressed in the mail, and no others", async () => {
    await using stage = await openFormStage();
    const chosen = async (rating: string) =>
      [...(await (await stage.get(`${LINK}?rating=${rating}`)).text()).matchAll(/value="(\d)"[^>]*\schecked/g)].map(
        ([, stars]) => stars,
      );
    expect([await chosen("4"), await chosen("1"), await chosen("9"), await chosen("x")]).toEqual([
      ["4"],
      ["1"],
      [],
      [],
    ]);
  });

  test("offers to post the same words at Google, first and alike for one star and for five", async () => {
    const google_review_url = "https://g.page/r/hobart/review";
    const offered = async (rating: string) => {
      await using stage = await openFormStage({ business: { google_review_url } });
      await stage.post(LINK, { ...SOUND, rating, text: 'It "leaked"\n\nagain' });
      const html = await (await stage.get(LINK)).text();
      expect(html.indexOf(google_review_url)).toBeLessThan(html.indexOf("yelp.com"));
      return /<a [^>]*data-words="[^"]*"[^>]*>[^<]*/.exec(html)?.[0];
    };
    expect(await offered("1")).toContain('data-words="It &quot;leaked&quot;\n\nagain"');
    expect(await offered("5")).toBe(await offered("1"));
  });

  test.each([...LANGUAGES])("speaks %s at the address that names it, and after a 303 still does", async (language) => {
    await using stage = await openFormStage();
    expect(await (await stage.get(`/${language}${LINK}`)).text()).toContain(`<html lang="${language}"`);
    const sent = await stage.post(`/${language}${LINK}`, SOUND);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/${language}${LINK}`]);
  });

  test("speaks the language of the job where the address names none", async () => {
    await using stage = await openFormStage({ job: { language: "es" } });
    expect(await (await stage.get(LINK)).text()).toContain('<html lang="es"');
    expect(await (await stage.get(`/en${LINK}`)).text()).toContain('<html lang="en"');
  });

  test("answers an unknown and a mistyped link with the same bytes, 404", async () => {
    await using stage = await openFormStage();
    const mistyped = `${TOKEN.slice(0, -1)}2`;
    const one = await stage.get("/r/nothing");
    const other = await stage.get(`/r/${mistyped}`);
    expect([one.status, other.status]).toEqual([404, 404]);
    expect((await one.text()).replaceAll("nothing", "X")).toBe((await other.text()).replaceAll(mistyped, "X"));
    const headers = (response: Response) => [...response.headers].filter(([name]) => name !== "date");
    expect(headers(one)).toEqual(headers(other));
  });

  test("explains an expired link, with 410", async () => {
    await using stage = await openFormStage({ invitation: { expiresAt: 1 } });
    const response = await stage.get(LINK);
    expect(response.status).toBe(410);
    expect(await response.text()).toContain("This link has expired");
    expect((await stage.post(LINK, SOUND)).status).toBe(410);
  });

  test("has no place in the sitemap, in robots.txt or in the description of the interface", async () => {
    await using stage = await openFormStage();
    for (const path of ["/sitemap.xml", "/robots.txt", "/.well-known/openapi.json", "/llms.txt"]) {
      expect(await (await stage.get(path)).text()).not.toMatch(/\/[ru]\/\{?token|\/report\b/);
    }
  });
});

describe("POST /r/TOKEN", () => {
  test("publishes the answer and leads back to it; also from an opaque origin", async () => {
    await using stage = await openFormStage();
    const fields = { ...SOUND, punctuality: "5", price: "2", unknown: "x" };
    const sent = await stage.post(LINK, fields, { Origin: "null" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, LINK]);
    expect(await reviewOf(stage)).toMatchObject({
      rating: 4,
      text: "On time, and tidy.",
      authorName: "Jane",
      source: "direct",
      aspectRatings: { punctuality: 5, workmanship: null, price: 2, cleanliness: null },
    });
    const page = await (await stage.get(LINK)).text();
    for (const part of ["On time, and tidy.", "/reviews/r_", "yelp.com", "g.page", `${LINK}/withdraw`]) {
      expect(page).toContain(part);
    }
  });

  test.each([
    ["no stars", { rating: "" }, "Choose 1 to 5 stars."],
    ["six stars", { rating: "6" }, "Choose 1 to 5 stars."],
    ["a text that is too long", { text: "é".repeat(5001) }, "Shorten your review to 5,000 characters."],
    ["no consent", { license: "" }, "Tick the box"],
    ["a name of another kind", { display_name: "initials" }, "Part of the form did not arrive"],
    ["stars of another kind", { price: "0" }, "Part of the form did not arrive"],
  ])(
    "sends the form back with what was typed where it has %s, 422",
    async (_, fields: Record<string, string>, words) => {
      await using stage = await openFormStage();
      const response = await stage.post(LINK, { ...SOUND, workmanship: "3", ...fields });
      expect(response.status).toBe(422);
      const html = await response.text();
      expect(html).toContain(words);
      expect(html).toContain(fields.text ?? "On time, and tidy.");
      expect(html).toMatch(/name="workmanship">.*?<option value="3" selected/);
      expect(html).not.toMatch(/name="license"[^>]*checked/);
      expect(await reviewOf(stage)).toBeNull();
    },
  );

  test("takes 5,000 characters of any kind, and refuses a larger body, 413", async () => {
    await using stage = await openFormStage();
    expect((await stage.post(LINK, { ...SOUND, text: "👩".repeat(5000) })).status).toBe(303);
    expect((await stage.post(LINK, { ...SOUND, text: "x".repeat(70_000) })).status).toBe(413);
    expect((await stage.post(LINK, "{}", { "Content-Type": "application/json" })).status).toBe(415);
  });

  test("answers 1 to 5 stars with pages that differ in the stars alone", async () => {
    const pages = [];
    for (const rating of ["1", "2", "3", "4", "5"]) {
      await using stage = await openFormStage();
      const sent = await stage.post(LINK, { ...SOUND, rating });
      const page = await (await stage.get(LINK)).text();
      const plain = page
        .replaceAll(/r_[a-z2-7]{20}/g, "ID")
        .replace(`${rating} out of 5 stars`, "")
        .replace(/class="star-on"[^>]*width="\d+"/, "")
        .replace(/ checked/, "");
      pages.push(`${sent.status} ${sent.headers.get("location")} ${plain}`);
    }
    expect(new Set(pages).size).toBe(1);
  });

  test("escapes what the author wrote", async () => {
    await using stage = await openFormStage();
    await answered(stage, { text: "<script>alert(1)</script> & more" });
    expect(await (await stage.get(LINK)).text()).not.toContain("<script>alert");
  });
});

describe("what follows an answer", () => {
  test("POST /r/TOKEN/withdraw removes it, and the link takes nothing more, 410", async () => {
    await using stage = await openFormStage();
    await answered(stage);
    expect((await stage.post(`${LINK}/withdraw`, { remove: "yes" })).status).toBe(303);
    const page = await stage.get(LINK);
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining("Your review is withdrawn")]);
    expect((await stage.post(LINK, SOUND)).status).toBe(410);
    expect(await reviewOf(stage)).toBeNull();
  });

  test("POST /r/TOKEN/withdraw without the box changes nothing, and asks for it, 422", async () => {
    await using stage = await openFormStage();
    const id = await answered(stage);
    for (const form of [{}, { remove: "" }, { remove: "no" }, ""]) {
      const page = await stage.post(`${LINK}/withdraw`, form);
      expect([page.status, await page.text()]).toEqual([422, expect.stringContaining("Please tick the box")]);
    }
    expect((await stage.get(LINK)).status).toBe(200);
    expect(await reviewOf(stage)).toMatchObject({ id });
  });

  test("a withheld review shows the reason and accepts an objection", async () => {
    await using stage = await openFormStage();
    const id = await answered(stage);
    await perform(withhold, stage.store, id, { reason: "not_about_this_business" });
    const page = await (await stage.get(LINK)).text();
    expect(page).toContain("Reason: Not about this business.");
    expect((await stage.post(`${LINK}/contest`, { text: "It is about you." })).status).toBe(303);
    expect(await (await stage.get(LINK)).text()).toContain("We have received your objection");
  });

  test("GET /u/TOKEN shows, POST does, whatever its body is", async () => {
    await using stage = await openFormStage();
    const path = `/u/${UNSUBSCRIBE_TOKEN}`;
    expect(await (await stage.get(path)).text()).toContain("No more requests from");
    expect(await stage.invitationService.lookAtUnsubscribing(UNSUBSCRIBE_TOKEN)).toBe("open");
    const done = await stage.post(path, "x", { "Content-Type": "multipart/form-data; boundary=x" });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("You are unsubscribed")]);
    expect(await stage.invitationService.lookAtUnsubscribing(UNSUBSCRIBE_TOKEN)).toBe("done");
    expect((await stage.get("/u/nothing")).status).toBe(404);
  });

  test("readers may report a review for a reason of the list, while customers are asked only", async () => {
    await using stage = await openFormStage();
    const path = `/reviews/${PUBLISHED_ID}/report`;
    expect(await (await stage.get(path)).text()).toContain("never for its stars");
    for (const fields of [{ reason: "low_rating" }, { reason: "abuse", email: "nobody" }]) {
      expect((await stage.post(path, { text: "Look", ...fields })).status).toBe(422);
    }
    const done = await stage.post(path, { reason: "abuse", text: "It insults Amy.", email: "a@b.example" });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("We have received your report")]);
    expect((await stage.get("/reviews/nothing/report")).status).toBe(404);
    await using silent = await openFormStage({ isAsking: false });
    expect((await silent.get(path)).status).toBe(404);
    expect((await silent.post(path, { reason: "abuse" })).status).toBe(404);
  });
});

describe("limits", () => {
  test("a link is limited for each address by itself, before it is looked up", async () => {
    let looked = 0;
    await using stage = await openFormStage();
    const invitationService: InvitationService = {
      ...stage.invitationService,
      look: (token) => {
        looked++;
        return stage.invitationService.look(token);
      },
    };
    await using counting = await openFormStage({ parts: { invitationService } });
    const ask = async (path: string, address: string) => {
      const client = { ...CLIENT, clientAddress: address };
      return (await counting.app(new Request(`http://goodword.test${path}`), client)).status;
    };
    const statuses = await Promise.all(Array.from({ length: 1000 }, () => ask(LINK, "192.0.2.1")));
    expect(statuses.filter((status) => status === 429).length).toBe(940);
    expect(looked).toBe(60);
    expect(await ask(LINK, "192.0.2.2")).toBe(200);
    expect(await ask("/r/another", "192.0.2.1")).toBe(404);
  });

  test("an address takes a fifth of the calls that may wait, however many links it asks for", async () => {
    await using stage = await openFormStage();
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    let looked = 0;
    const invitationService: InvitationService = {
      ...stage.invitationService,
      look: async (token) => {
        looked++;
        await gate;
        return stage.invitationService.look(token);
      },
    };
    await using slow = await openFormStage({ parts: { invitationService } });
    const ask = async (path: string, address: string) => {
      const client = { ...CLIENT, clientAddress: address };
      return (await slow.app(new Request(`http://goodword.test${path}`), client)).status;
    };
    const flood = Array.from({ length: 700 }, (_, at) => ask(`/r/guess${at}`, "192.0.2.1"));
    const customer = ask(LINK, "192.0.2.2");
    resolve();
    expect(await customer).toBe(200);
    await Promise.all(flood);
    expect(looked).toBe(101);
  });
});
