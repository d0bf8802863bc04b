/** The evidence of the insights, and the history of changes, in the console. */
import { describe, expect, test } from "bun:test";
import { mutedPhrases } from "../../src/owner/insights.ts";
import { reply } from "../../src/owner/reply.ts";
import { openTestConsole } from "../support/console.ts";
import { draftOf, importInto } from "../support/drafts.ts";
import { perform } from "../support/perform.ts";
import { openTestStore } from "../support/test_store.ts";

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(1)>`;

describe("Insights", () => {
  test("an expression is muted and read again, and what two owners mute at once stays muted", async () => {
    const store = openTestStore();
    await importInto(store, [draftOf({ id: "a1", text: "Left no debris at all" })]);
    await using console = openTestConsole({ store });
    const owner = await console.as("owner");
    const done = await Promise.all(
      ["no debris", "at all"].map((phrase) => owner.post("/insights/overrides?mute=yes", { phrases: phrase })),
    );
    expect(done.map(({ status }) => status)).toEqual([303, 303]);
    expect([...(await mutedPhrases(store))].sort()).toEqual(["at all", "no debris"]);
    expect(await (await owner.get("/insights")).text()).toContain("no debris");
    await owner.post("/insights/overrides?unmute=yes", { phrases: "no debris" });
    expect(await mutedPhrases(store)).toEqual(["at all"]);
  });

  test("nothing, and what is too long, is refused with what was typed", async () => {
    const store = openTestStore();
    await importInto(store, [draftOf({ id: "a1" })]);
    await using console = openTestConsole({ store });
    const owner = await console.as("owner");
    expect((await owner.post("/insights/overrides?mute=yes", { phrases: " " })).status).toBe(422);
    const long = await owner.post("/insights/overrides?mute=yes", { phrases: "x".repeat(500) });
    expect([long.status, await long.text()]).toEqual([422, expect.stringContaining("x".repeat(500))]);
    expect(await mutedPhrases(store)).toEqual([]);
  });

  test("the votes of a review are shown with its words, and hostile ones stay words", async () => {
    const store = openTestStore();
    const text = `They were on time and the work was excellent. ${HOSTILE}`;
    await importInto(store, [draftOf({ id: "a1", text })]);
    await using console = openTestConsole({ store });
    const html = await (await (await console.as("reader")).get("/insights/a1")).text();
    expect(html).toContain("Punctuality");
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("<script>alert");
    expect((await (await console.as("reader")).get("/insights/unknown")).status).toBe(404);
    expect((await (await console.as("reader")).get("/insights/check")).status).toBe(200);
  });
});

describe("Activity", () => {
  test("shows each change with who made it, the latest first, and those of one review alone", async () => {
    const store = openTestStore();
    await importInto(store, [draftOf({ id: "a1" }), draftOf({ id: "a2", text: "Another" })]);
    await perform(reply, store, "a1", { text: "Thank you" });
    await using console = openTestConsole({ store });
    const owner = await console.as("owner", "Olive");
    await owner.post("/insights/overrides?mute=yes", { phrases: "no debris" });
    const all = await (await owner.get("/activity")).text();
    expect(all).toContain("Olive");
    expect(all).toContain("command line or server");
    const one = await (await owner.get("/activity?review=a1")).text();
    expect(one).toContain("reply");
    expect(one).not.toContain(">a2<");
  });

  test("shows more of a long history on demand", async () => {
    const store = openTestStore();
    await importInto(store, [draftOf({ id: "a1" })]);
    for (let at = 0; at < 60; at++) {
      await perform(reply, store, "a1", { text: `Thanks ${at}` });
    }
    await using console = openTestConsole({ store });
    const reader = await console.as("reader");
    expect(await (await reader.get("/activity")).text()).toContain("lines=100");
    expect(await (await reader.get("/activity?lines=100")).text()).not.toContain("lines=200");
    expect((await reader.get("/activity?lines=nonsense")).status).toBe(200);
  });
});
