import { describe, expect, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";
import { Firm } from "../support/logged_firm.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { workshopAt } from "./workshop_at.ts";

const SITE = "https://reviews.example.com/";

describe("goodword watch-log", () => {
  test("prints its findings in plain words, and the changes since the last look", async () => {
    const firm = new Firm(createSeededRandom(1));
    for (let count = 0; count < 3; count++) firm.publish();
    using workshop = workshopAt(firm);
    const key = firm.site.keys[0]!.vkey;
    const state = ["--state", workshop.path("firm.json")];
    expect(await workshop.run("watch-log", SITE, ...state)).toMatchObject({
      code: 0,
      database: null,
      err: "",
      out: [
        "reviews.example.com/log: 3 entries, 3 reviews shown",
        `Key: ${key}`,
        "The log and the published reviews agree\n",
      ].join("\n"),
    });
    const { review } = firm.site.shown.get("r_0")!;
    firm.hide({ ...review, rating: 1 }, "withheld", "personal_data");
    const { out } = await workshop.run("watch-log", SITE, ...state);
    expect(out).toContain("review r_0 (1 star, 2026-01-05) was withheld: personal_data\n");
    expect(out).toEndWith("The log and the published reviews agree; the log has only grown since 2026-01-05\n");
  });

  test("what does not hold is named, with exit code 1, and the state is not replaced", async () => {
    const firm = new Firm(createSeededRandom(2));
    for (let count = 0; count < 3; count++) firm.publish();
    using workshop = workshopAt(firm);
    const state = ["--state", workshop.path("firm.json")];
    await workshop.run("watch-log", SITE, ...state);
    const kept = workshop.read("firm.json");
    firm.site.entries.splice(1, 1);
    firm.site.shown.delete("r_1");
    for (let look = 0; look < 2; look++) {
      const { code, err, json } = await workshop.run("watch-log", SITE, ...state, "--json");
      expect(code).toBe(1);
      expect(err).toContain("The log (2 entries) does not begin with the 3 entries it had on 2026-01-05 (rewritten)");
      expect(json.findings[0].kind).toBe("rewritten");
      expect(workshop.read("firm.json")).toBe(kept);
    }
  });

  test("a site that cannot be asked is no finding: exit code 3, and the state is not replaced", async () => {
    const firm = new Firm(createSeededRandom(3));
    using workshop = workshopAt(firm);
    await workshop.run("watch-log", SITE, "--state", workshop.path("firm.json"));
    const kept = workshop.read("firm.json");
    workshop.context = {};
    const { code, err } = await workshop.run("watch-log", SITE, "--state", workshop.path("firm.json"));
    expect({ code, err }).toMatchObject({
      code: 3,
      err: expect.stringContaining("Cannot read the log of https://reviews.example.com/"),
    });
    expect(workshop.read("firm.json")).toBe(kept);
  });

  test("asks past caches, by https, and follows no redirect, and reads no endless body", async () => {
    const firm = new Firm(createSeededRandom(4));
    firm.publish();
    using workshop = workshopAt(firm);
    const { fetch } = workshop.context;
    const asked: (RequestInit | undefined)[] = [];
    workshop.context = {
      fetch: async (url, init) => {
        asked.push(init);
        return fetch?.(url) ?? Response.error();
      },
    };
    expect((await workshop.run("watch-log", SITE)).code).toBe(0);
    expect(asked.every((init) => init?.redirect === "manual" && init.signal)).toBe(true);
    expect(new Set(asked.map((init) => new Headers(init?.headers).get("cache-control")))).toEqual(
      new Set(["no-cache"]),
    );
    expect((await workshop.run("watch-log", "http://reviews.example.com/")).err).toContain("is not https");
    workshop.context = { fetch: async () => Response.redirect("https://elsewhere.example/") };
    expect((await workshop.run("watch-log", SITE)).err).toContain("redirects to https://elsewhere.example/");
    const endless = () => new ReadableStream({ pull: (queue) => queue.enqueue(new Uint8Array(1 << 20)) });
    workshop.context = { fetch: async () => new Response(endless()) };
    expect((await workshop.run("watch-log", SITE)).err).toContain("/log/key is larger than 16 MB");
  });

  test("the reviews of the log may take as much as the reviews themselves", async () => {
    const firm = new Firm(createSeededRandom(1));
    firm.publish();
    using workshop = workshopAt(firm);
    const { fetch } = workshop.context;
    workshop.context = {
      fetch: async (url, init) => {
        if (!url.endsWith("/log/reviews.ndjson")) return fetch!(url, init);
        const logged = await fetch!(url.replace("/log/reviews.ndjson", "/reviews.ndjson?log=true"), init);
        return new Response((await logged.text()) + "\n".repeat(17 << 20));
      },
    };
    expect(await workshop.run("watch-log", SITE)).toMatchObject({ code: 0, err: "" });
  });

  test("a file that is no state is refused before anything is asked", async () => {
    using workshop = new Workshop();
    workshop.write("firm.json", "{}");
    expect(await workshop.run("watch-log", SITE, "--state", workshop.path("firm.json"))).toMatchObject({
      code: 3,
      err: expect.stringContaining("firm.json: not a state that watch-log has written"),
    });
    expect(workshop.read("firm.json")).toBe("{}");
    expect(await workshop.run("watch-log", "http://")).toMatchObject({ code: 2 });
  });
});
