/** What the business takes along, and who is notified of its reviews. */
import { describe, expect, test } from "bun:test";
import { PATHS } from "../../src/http/paths.ts";
import { editBusiness } from "../../src/owner/edit_business.ts";
import type { Business } from "../../src/review/mod.ts";
import { readLog } from "../../src/store/mod.ts";
import { openTestConsole } from "../support/console.ts";
import { draftOf, importInto } from "../support/drafts.ts";
import { formFields } from "../support/form_fields.ts";
import { keepSubscription } from "../support/kept_subscription.ts";
import { NOON, openTestStore, type TestStore } from "../support/test_store.ts";

const fetch = async () => ({ kind: "refused", reason: "no web" }) as const;

async function storeOf(name: string, language = "en"): Promise<TestStore> {
  const store = openTestStore();
  const edits = Object.entries({ name, language }).map(([path, text]) => ({ path, text }));
  await editBusiness(store, { edits, fetch });
  return store;
}

const HOSTILE = `"><img src=x onerror=alert(1)> & 'Sons'`;

describe("The page to share from", () => {
  test("names the address, codes that show the business, and the feeds at the public address", async () => {
    const store = await storeOf("Brook Plumbing");
    await importInto(store, [draftOf({ rating: 5 }), draftOf({ id: "a2", rating: 4, text: "Tidy" })]);
    await using console = openTestConsole({ store });
    const html = await (await (await console.as("reader")).get("/share")).text();
    for (const path of [PATHS.reviews, PATHS.atomFeed, PATHS.mcp, PATHS.openApi]) {
      expect(html).toContain(`>https://reviews.example.com${path}</code>`);
    }
    expect(html).toContain("&lt;goodword-reviews");
    expect(html).toContain('href="https://reviews.example.com/card.pdf"');
    expect(html).toContain("Rated 4.5 of 5 in 2 reviews.");
    expect(html).not.toContain("Only this computer");
  });

  test("puts what is chosen into the code of each site builder, in the address of the page", async () => {
    const store = await storeOf("Brook Plumbing");
    const services = [{ id: "drains", name: "Drain cleaning", keywords: [] }];
    const businessAfter = (stored: Business | null) => ({ ...(stored as Business), services });
    await importInto(store, [draftOf({ rating: 5 })], { businessAfter });
    await using console = openTestConsole({ store });
    const reader = await console.as("reader");
    const codesAt = async (path: string) => {
      const html = await (await reader.get(path)).text();
      return [...html.matchAll(/<code data-copy="(?:WordPress|Wix|HTML)[^"]*">([^<]*)/g)].map(([, code = ""]) =>
        code.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
      );
    };
    const [page, frame, element] = await codesAt("/share?of=service+drains&layout=grid&count=12&theme=auto");
    expect(page).toBe("https://reviews.example.com/services/drains");
    expect(frame).toContain(
      'src="https://reviews.example.com/embed?service=drains&amp;layout=grid&amp;count=12" title="',
    );
    expect(element).toContain(
      '<goodword-reviews src="https://reviews.example.com" service="drains" layout="grid" count="12">',
    );
    const [plain, , usual] = await codesAt("/share?of=service+none&layout=pile&count=1e9");
    expect({ plain, usual }).toEqual({
      plain: "https://reviews.example.com/",
      usual: expect.stringContaining('<goodword-reviews src="https://reviews.example.com">'),
    });
  });

  test("has the words of a post in the language of the business, not of the reader", async () => {
    const store = await storeOf("Bach Sanitär", "de");
    await importInto(store, [draftOf({ rating: 5 })]);
    await using console = openTestConsole({ store });
    const html = await (await (await console.as("owner")).get("/share", { "Accept-Language": "fr" })).text();
    expect(html).toContain("Carte à imprimer");
    expect(html).toContain("5,0 von 5 in einer Bewertung. Lesen Sie selbst: https://reviews.example.com/</code>");
  });

  test("gives ten cards on a sheet, each of its printed size", async () => {
    await using console = openTestConsole({ store: await storeOf("Brook Plumbing") });
    const answer = await (await console.as("reader")).get("/share/cards");
    expect(answer.headers.get("Content-Disposition")).toContain("cards.html");
    const html = await answer.text();
    expect(html.match(/<svg class="card" [^>]*width="85mm" height="55mm"/g)).toHaveLength(10);
    expect(html).not.toContain("<script");
  });

  test("keeps a hostile name inert, in the page, in its pictures and in the code to copy", async () => {
    await using console = openTestConsole({ store: await storeOf(HOSTILE) });
    const html = await (await (await console.as("owner")).get("/share")).text();
    expect(html).not.toContain("<img src=x");
    const pictures = [...html.matchAll(/data:image\/svg\+xml;base64,([^"]+)"/g)].map(([, code = ""]) => atob(code));
    expect(pictures.length).toBeGreaterThan(2);
    for (const picture of pictures) expect(picture).not.toContain("<img");
    expect(html).not.toContain('onerror=alert(1)>"');
  });

  test("warns while only this computer can reach the pages, and while there is nothing to share", async () => {
    const services = { baseUrl: "http://localhost:3000" };
    await using console = openTestConsole({ store: await storeOf("Ace"), services });
    expect(await (await (await console.as("owner")).get("/share")).text()).toContain("Only this computer can reach");
    await using empty = openTestConsole();
    expect(await (await (await empty.as("owner")).get("/share")).text()).toContain("Nothing to share yet");
  });
});

describe("Subscribers", () => {
  const subscribe = (store: TestStore, fields: { callback: string; failures?: number; lastOutcome?: string }) =>
    keepSubscription(store, NOON, { attemptedAt: NOON, ...fields });

  test("are listed with how their last delivery went, each with a page that keeps its secret", async () => {
    const store = openTestStore();
    subscribe(store, { callback: "https://reader.test/push?key=sesame", lastOutcome: "204" });
    subscribe(store, { callback: "https://slow.test/", failures: 3, lastOutcome: "timeout" });
    await using console = openTestConsole({ store });
    const owner = await console.as("owner");
    const html = await (await owner.get("/subscribers")).text();
    expect(html).toContain("2 programs receive each new review");
    expect(html).toContain("Failed 3 times in a row");
    expect(html).not.toContain("sesame");
    const page = await (await owner.get("/subscribers/1")).text();
    expect(page).toContain("https://reader.test/push?key=sesame");
    expect(page).not.toContain(">open<");
    for (const id of ["3", "x", "1e0"]) expect((await owner.get(`/subscribers/${id}`)).status).toBe(404);
  });

  test("are ended for a reason, which is in the history with who ended it; the second to do so changes nothing", async () => {
    const store = openTestStore();
    subscribe(store, { callback: "https://reader.test/" });
    await using console = openTestConsole({ store });
    const owner = await console.as("owner", "Olive");
    const form = await formFields(await owner.get("/subscribers/1"), "/subscribers/1/remove");
    const long = await owner.post("/subscribers/1/remove", { ...form, reason: "x".repeat(201) });
    expect([long.status, (await long.text()).includes("At most 200 characters")]).toEqual([422, true]);
    expect((await (await console.as("reader")).post("/subscribers/1/remove", { reason: "" })).status).toBe(403);
    expect((await owner.post("/subscribers/1/remove", { ...form, reason: "moved" })).status).toBe(303);
    expect((await owner.post("/subscribers/1/remove", { ...form, reason: "moved" })).status).toBe(404);
    expect(await readLog(store, { limit: 5 })).toMatchObject([
      { command: "hub remove", by: "Olive", detail: { subscription: 1, reason: "moved" } },
    ]);
    expect(await (await owner.get("/subscribers")).text()).toContain("No subscribers yet");
  });

  test("with a hostile address stay text", async () => {
    const store = openTestStore();
    subscribe(store, { callback: "https://reader.test/?<script>alert(1)</script>", lastOutcome: "<b>x</b>" });
    await using console = openTestConsole({ store });
    const owner = await console.as("owner");
    const html = (await (await owner.get("/subscribers/1")).text()) + (await (await owner.get("/subscribers")).text());
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<b>x");
  });
});
