import { describe, expect, test } from "bun:test";
import {
  checkpointText,
  type FetchFromSite,
  makeSigningKey,
  type SigningKey,
  signNote,
  type WatchState,
  watchLog,
} from "../../src/log/mod.ts";
import { askOf, copyOf, Firm, type Served } from "../support/logged_firm.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

const look = (site: Served, now: number, before: WatchState | null = null, ask: FetchFromSite = askOf(site)) =>
  watchLog({ ask, before, now });
const kindsOf = ({ findings }: Awaited<ReturnType<typeof look>>) => findings.map(({ kind }) => kind);
const firmOf = (seed: number, acts = 0) => {
  const firm = new Firm(createSeededRandom(seed));
  for (let act = 0; act < acts; act++) firm.act();
  return firm;
};

interface Shown {
  readonly id: string;
  readonly rating: number;
}

describe("watchLog()", () => {
  test("an honest site has no findings, and what was hidden since the last look is listed with its reason", async () => {
    const firm = firmOf(1);
    for (let count = 0; count < 300; count++) firm.publish();
    const first = await look(firm.site, firm.now);
    expect(first).toMatchObject({ findings: [], shown: 300, news: [] });
    const [one, two] = [...firm.site.shown.values()].map(({ review }) => review);
    firm.hide(one!, "withheld", "personal_data");
    firm.change(two!);
    firm.closeQuarter();
    const second = await look(firm.site, firm.now, first.state);
    expect(second).toMatchObject({ findings: [], shown: 299 });
    expect(second.news).toEqual([
      `2026-01-05: review r_0 (${one!.rating} ${one!.rating === 1 ? "star" : "stars"}, 2026-01-05) was withheld: personal_data`,
      `2026-01-05: review r_1 (${two!.rating} ${two!.rating === 1 ? "star" : "stars"}, 2026-01-05) was changed`,
      "2026-01-05: the figures of 2025-Q4 were closed",
    ]);
    expect(await look(firm.site, firm.now, second.state)).toMatchObject({ findings: [], news: [] });
  });

  test("a review that is shown without an entry, otherwise than logged, twice or not at all is found", async () => {
    const firm = firmOf(2);
    for (let count = 0; count < 5; count++) firm.publish();
    const rewrite = (change: (site: Served) => void) => {
      const site = copyOf(firm.site);
      change(site);
      return look(site, firm.now);
    };
    const [[id, shown]] = [...firm.site.shown] as [[string, NonNullable<ReturnType<Served["shown"]["get"]>>]];
    const showing = (fields: object) => (site: Served) =>
      void site.shown.set(id, { ...shown, review: { ...shown.review, ...fields } });
    expect(kindsOf(await rewrite(({ shown }) => shown.delete(id)))).toEqual(["vanished"]);
    expect(kindsOf(await rewrite(showing({ text: "Other words" })))).toEqual(["differs"]);
    expect(kindsOf(await rewrite(showing({ rating: (shown.review.rating % 5) + 1 })))).toEqual(["differs"]);
    expect(kindsOf(await rewrite(showing({ id: "r_new" })))).toEqual(["not_logged", "vanished"]);
    expect(kindsOf(await rewrite((site) => site.shown.set("again", shown)))).toEqual(["differs"]);
    const hidden = firmOf(2);
    hidden.publish();
    const [[hiddenId, was]] = [...hidden.site.shown] as [[string, typeof shown]];
    hidden.hide(was.review, "withheld", "abuse");
    hidden.site.shown.set(hiddenId, was);
    expect(kindsOf(await look(hidden.site, hidden.now))).toEqual(["not_logged"]);
  });

  test.each([
    ["adds a review", (reviews: readonly Shown[]) => [...reviews, { ...reviews[0], id: "r_new" }], ["not_logged"]],
    ["drops a review", (reviews: readonly Shown[]) => reviews.slice(1), ["vanished"]],
    [
      "gives a review other stars",
      ([first, ...others]: readonly Shown[]) => [{ ...first, rating: 0 }, ...others],
      ["differs"],
    ],
    ["shows a review twice", (reviews: readonly Shown[]) => [...reviews, reviews[0]], ["differs"]],
  ] as const)("a site whose /reviews.json alone %s is found", async (_, change, kinds) => {
    const firm = firmOf(2);
    for (let count = 0; count < 5; count++) firm.publish();
    const ask: FetchFromSite = async (path) => {
      const answer = await askOf(firm.site)(path);
      if (path !== "reviews.json") return answer;
      const { reviews } = JSON.parse(Buffer.from(answer.body).toString());
      return { status: 200, body: Buffer.from(JSON.stringify({ reviews: change(reviews) })) };
    };
    expect(kindsOf(await look(firm.site, firm.now, null, ask))).toEqual([...kinds]);
  });

  test("a review that is another by itself than among all is found", async () => {
    const firm = firmOf(2);
    for (let count = 0; count < 5; count++) firm.publish();
    const ask: FetchFromSite = async (path) => {
      const answer = await askOf(firm.site)(path);
      if (!path.startsWith("api/reviews/")) return answer;
      const review = JSON.parse(Buffer.from(answer.body).toString());
      return { status: 200, body: Buffer.from(JSON.stringify({ ...review, rating: 0 })) };
    };
    expect(new Set(kindsOf(await look(firm.site, firm.now, null, ask)))).toEqual(new Set(["differs"]));
  });

  test.each([
    ["checkpoint", { checkpoint: "no checkpoint" }],
    ["key", { key: "no key" }],
    ["instant", { seen: "yesterday" }],
  ])("a state without a readable %s is an error, never a first look", async (_, change) => {
    const firm = firmOf(2);
    for (let count = 0; count < 5; count++) firm.publish();
    const { state } = await look(firm.site, firm.now);
    firm.site.entries.splice(1, 1);
    firm.site.shown.delete("r_1");
    await expect(look(firm.site, firm.now, { ...(state as WatchState), ...change })).rejects.toThrow("not a state");
  });

  test("a checkpoint of more entries than anybody has is a finding, and no entry is asked for", async () => {
    const firm = firmOf(2);
    const [key] = firm.site.keys;
    const text = checkpointText({ origin: firm.site.origin, size: 2e10, root: Buffer.alloc(32) });
    const asked: string[] = [];
    const ask: FetchFromSite = async (path) => {
      asked.push(path);
      if (path !== "log/checkpoint") return askOf(firm.site)(path);
      return { status: 200, body: Buffer.from(signNote(text, key as SigningKey)) };
    };
    expect(kindsOf(await look(firm.site, firm.now, null, ask))).toEqual(["entries"]);
    expect(asked.filter((path) => path.includes("tile"))).toEqual([]);
  });

  test("changes of fields outside the signed form are no finding", async () => {
    const firm = firmOf(3);
    firm.publish();
    const [[id, shown]] = [...firm.site.shown] as [[string, NonNullable<ReturnType<Served["shown"]["get"]>>]];
    firm.site.shown.set(id, { ...shown, review: { ...shown.review, url: "https://new.example", topics: [] } as never });
    expect(kindsOf(await look(firm.site, firm.now))).toEqual([]);
  });

  test("while the sample is shown the log is empty, and that is no finding; on any other site it is", async () => {
    const firm = firmOf(4);
    const sample = { ...copyOf(firmOf(5, 8).site), entries: [], isSample: true };
    sample.periods = [{ period: "2025-Q3", jobs: 1 }];
    const first = await look(sample, firm.now);
    firm.act();
    expect(first.findings).toEqual([]);
    expect(first.news).toEqual(["The log is empty: it begins with the first review that is not sample data"]);
    expect(kindsOf(await look(firm.site, firm.now, first.state))).toEqual([]);
    const others = kindsOf(await look({ ...sample, isSample: false }, firm.now));
    expect(new Set(others)).toEqual(new Set(["not_logged", "record"]));
  });

  test("another origin with the same key and entries is accepted, and reported", async () => {
    const firm = firmOf(5, 20);
    const { state } = await look(firm.site, firm.now);
    firm.site.origin = "new.example/reviews/log";
    firm.act();
    const moved = await look(firm.site, firm.now, state);
    expect(moved.findings).toEqual([]);
    expect(moved.news[0]).toBe(
      "The log has moved from reviews.example.com/log to new.example/reviews/log; key and entries are the same",
    );
    const stranger = { ...firm.site, keys: [makeSigningKey("new.example/log", Buffer.alloc(32, 7))] };
    expect(kindsOf(await look(stranger, firm.now, state))).toEqual(["signature"]);
  });

  test("a new key is taken where the one before has signed along, and then for itself", async () => {
    const firm = firmOf(6, 20);
    const { state } = await look(firm.site, firm.now);
    const next = makeSigningKey("reviews.example.com/log", Buffer.alloc(32, 2));
    firm.site.keys = [next, ...firm.site.keys];
    const rekeyed = await look(firm.site, firm.now, state);
    expect(rekeyed).toMatchObject({ findings: [], state: { key: next.vkey } });
    expect(rekeyed.news[0]).toStartWith("The log has a new key, and the previous key has also signed");
    firm.site.keys = [next];
    expect(kindsOf(await look(firm.site, firm.now, rekeyed.state))).toEqual([]);
    expect(kindsOf(await look(firm.site, firm.now, state))).toEqual(["signature"]);
  });

  test("a log that replaces a lost one is a finding for a watcher of the lost one", async () => {
    const firm = firmOf(7, 20);
    const { state, log } = await look(firm.site, firm.now);
    const root = Buffer.from(log?.root ?? []).toString("base64");
    const origin = "reviews.example.com/log/2";
    const ask = askOf({
      ...firmOf(8).site,
      origin,
      entries: [
        { act: "succeeded", origin: firm.site.origin, size: log?.size ?? 0, root, at: firm.now - (firm.now % 1000) },
      ],
    });
    const second: FetchFromSite = async (path) => {
      if (path === "log/checkpoint") return { status: 410, body: Buffer.from("/log/2\n") };
      return ask(path.startsWith("log/2/") ? path.replace("log/2/", "log/") : path);
    };
    const report = await look(firm.site, firm.now, state, second);
    expect(kindsOf(report)).toEqual(["lost"]);
    expect(await look(firm.site, firm.now, null, second)).toMatchObject({
      findings: [],
      news: [expect.stringContaining("was lost")],
    });
  });

  test("a log that took the place of a lost one may move as any other", async () => {
    const firm = firmOf(8);
    const succeeded = {
      act: "succeeded",
      origin: "old.example/log",
      size: 1,
      root: Buffer.alloc(32).toString("base64"),
    };
    firm.site.entries = [{ ...succeeded, at: firm.now - (firm.now % 1000) } as Served["entries"][number]];
    const { state } = await look(firm.site, firm.now);
    firm.site.origin = "moved.example/log";
    expect(await look(firm.site, firm.now, state)).toMatchObject({
      findings: [],
      news: [expect.stringContaining("has moved")],
    });
  });

  test("a site that is not whole is a finding or an error, never an approval", async () => {
    const firm = firmOf(9, 30);
    const ask = askOf(firm.site);
    const with_ =
      (path: string, body: string | null): FetchFromSite =>
      async (asked) =>
        asked !== path
          ? ask(asked)
          : body === null
            ? { status: 404, body: Buffer.of() }
            : { status: 200, body: Buffer.from(body) };
    const bundle = `log/tile/entries/000.p/${firm.site.entries.length}`;
    for (const [path, body, kind] of [
      ["log/checkpoint", "no note", "signature"],
      ["log/key", "no key", "signature"],
      [bundle, "", "entries"],
      [bundle, "\u0000\u0001x", "entries"],
    ] as const) {
      expect(kindsOf(await look(firm.site, firm.now, null, with_(path, body)))).toEqual([kind]);
    }
    for (const path of ["log/checkpoint", bundle, "reviews.ndjson?log=true", "record.json"]) {
      await expect(look(firm.site, firm.now, null, with_(path, null))).rejects.toThrow("answers 404");
    }
  });

  test("a consistent state is read from a site that changes, or the look fails", async () => {
    const firm = firmOf(10, 10);
    let asked = 0;
    const changing: FetchFromSite = async (path) => {
      if (path === "log/checkpoint" && ++asked === 2) firm.publish();
      return askOf(firm.site)(path);
    };
    expect(kindsOf(await look(firm.site, firm.now, null, changing))).toEqual([]);
    const restless: FetchFromSite = async (path) => {
      if (path === "log/checkpoint") firm.publish();
      return askOf(firm.site)(path);
    };
    await expect(look(firm.site, firm.now, null, restless)).rejects.toThrow("keeps changing");
  });
});

describe("closed quarters", () => {
  const closed = () => {
    const firm = firmOf(11);
    firm.closeQuarter();
    return firm;
  };

  test("the record has a closed quarter's figures of the last log entry, and a correction needs an entry", async () => {
    const firm = closed();
    expect(kindsOf(await look(firm.site, firm.now))).toEqual([]);
    firm.site.periods = firm.site.periods.map((each) => ({ ...each, answered: 7 }));
    expect(kindsOf(await look(firm.site, firm.now))).toEqual(["record"]);
    const [{ period, ...figures }] = firm.site.periods as [{ period: string }];
    firm.append({ act: "quarter", period, figures, seals: [], reason: "answers" });
    const corrected = await look(firm.site, firm.now);
    expect(corrected.findings).toEqual([]);
    expect(corrected.news.at(-1)).toBe(
      "2026-01-05: the figures of 2025-Q4 were corrected: the outcome of the answers has changed",
    );
  });

  test("a quarter that is over and is not in the log is found, and one that the record left out", async () => {
    const firm = closed();
    const { period } = firm.site.periods[0] as { period: string };
    const over = copyOf(firm.site);
    over.periods.push({ period: "2025-Q3", jobs: 1 });
    expect(kindsOf(await look(over, firm.now))).toEqual(["record"]);
    expect(kindsOf(await look({ ...copyOf(firm.site), periods: [] }, firm.now))).toEqual(["record"]);
    const running = copyOf(firm.site);
    running.periods.push({ period: "2026-Q1", jobs: 1 });
    expect(kindsOf(await look(running, firm.now))).toEqual([]);
    expect(period).toBe("2025-Q4");
  });
});

const HISTORIES = 200;

describe("a firm that holds its key", () => {
  const at = (site: Served, seed: number) => seed % site.entries.length;
  const withEntries = (site: Served, change: (entries: Served["entries"]) => Served["entries"]) =>
    ({ ...copyOf(site), entries: change([...site.entries]) }) satisfies Served;

  test.each<[string, (seen: Served, seed: number) => Served]>([
    ["drops an entry", (seen, seed) => withEntries(seen, (all) => all.toSpliced(at(seen, seed), 1))],
    ["puts in an entry", (seen, seed) => withEntries(seen, (all) => all.toSpliced(at(seen, seed), 0, all[0]!))],
    ["cuts off the newest", (seen, seed) => withEntries(seen, (all) => all.slice(0, at(seen, seed)))],
    ["swaps two entries", (seen) => withEntries(seen, ([one, two, ...rest]) => [two!, one!, ...rest])],
    [
      "gives an entry another time",
      (seen, seed) =>
        withEntries(seen, (all) => all.map((each, n) => (n < at(seen, seed) ? each : { ...each, at: each.at + 1000 }))),
    ],
    ["serves an older state", (_, seed) => firmOf(seed, 3).site],
    ["serves a whole other history", (_, seed) => firmOf(seed + HISTORIES, 60).site],
  ])("is found when it %s", async (_, rewrite) => {
    for (let seed = 0; seed < 20; seed++) {
      const firm = firmOf(seed, 7 + seed);
      const { state, findings } = await look(firm.site, firm.now);
      expect(findings).toEqual([]);
      const report = await look(rewrite(firm.site, seed), firm.now, state);
      expect({ seed, kinds: kindsOf(report), state: report.state }).toEqual({
        seed,
        state: null,
        kinds: expect.arrayContaining(["rewritten"]),
      });
    }
  });

  test("is found when it adds an entry that is older than the last look", async () => {
    const firm = firmOf(1, 5);
    const { state } = await look(firm.site, firm.now + 2 * 86_400_000);
    firm.publish();
    expect(kindsOf(await look(firm.site, firm.now + 3 * 86_400_000, state))).toEqual(["back_dated"]);
  });
});

test(`${HISTORIES} seeded honest histories, with moves and new keys, give no alarm`, async () => {
  let looks = 0;
  for (let seed = 0; seed < HISTORIES; seed++) {
    const firm = firmOf(seed);
    let state: WatchState | null = null;
    for (let act = 0; act < 6 + (seed % 30); act++) {
      firm.act();
      if (seed % 5 === 0 && act === 4) firm.site.origin = "moved.example/log";
      if (seed % 7 === 0 && act === 5) {
        firm.site.keys = [makeSigningKey("k.example/log", Buffer.alloc(32, seed % 251)), ...firm.site.keys];
      }
      if (firm.random.number() < 0.7) continue;
      const report = await look(firm.site, firm.now, state);
      expect({ seed, act, findings: report.findings }).toEqual({ seed, act, findings: [] });
      state = report.state;
      looks++;
    }
  }
  expect(looks).toBeGreaterThan(HISTORIES);
});
