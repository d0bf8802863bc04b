/** Guides beside the reference: what takes more than one call. */
import { absoluteUrl, PATHS, type Site } from "../../http/paths.ts";

/** A step of a guide: what to do, in words with code in backticks, and what to send. */
export interface GuideStep {
  readonly heading: string;
  readonly text: string;
  readonly code?: string;
}

/** A short page beside the reference. */
export interface Guide {
  /** Its name in the address, which no tag has. */
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly steps: (site: Site) => readonly GuideStep[];
}

/** The guide that the record leads to. */
export const LOG_GUIDE = "guide-checking-the-log";

/** Every guide, in the order of the navigation. MCP has a page of its own, at the address where agents connect. */
export const GUIDES: readonly Guide[] = [
  {
    slug: "guide-keeping-a-copy",
    title: "Keeping a copy",
    summary: "Every review added, changed or removed, once, in its latest state.",
    steps: copySteps,
  },
  {
    slug: LOG_GUIDE,
    title: "Checking the log",
    summary: "That nothing was taken away, changed or back-dated unseen.",
    steps: logSteps,
  },
  {
    slug: "guide-websub",
    title: "WebSub push",
    summary: "Subscribe at the WebSub hub and be notified within seconds; no key, no account.",
    steps: webSubSteps,
  },
];

function copySteps(site: Site): GuideStep[] {
  const changes = absoluteUrl(site, PATHS.changes);
  return [
    {
      heading: "Start",
      text: "Request it without parameters. For each of `changes`, `added` and `changed` mean: store `review` under its `id`, replacing any; `removed` means: delete it.",
      code: `curl '${changes}'`,
    },
    {
      heading: "Continue",
      text: "Store `cursor` together with your copy. While `more` is true, request the next page at once; then poll as often as you like. With the last `ETag` as `If-None-Match`, 304 means that nothing has changed.",
      code: `curl '${changes}?after=CURSOR'`,
    },
    {
      heading: "Start over on 410",
      text: "The code `unknown_cursor` means that the cursor belongs to data that is no longer published. Empty your copy and start over, without parameters.",
    },
    {
      heading: "Stream",
      text: "The same responses arrive as server-sent events named `changes`. An event's id is its cursor, so a client that reconnects misses nothing.",
      code: `const changes = new EventSource("${changes}?after=" + cursor);\nchanges.addEventListener("changes", (event) => apply(JSON.parse(event.data)));`,
    },
  ];
}

function logSteps(site: Site): GuideStep[] {
  const [checkpoint, key] = [absoluteUrl(site, PATHS.logCheckpoint), absoluteUrl(site, PATHS.logKey)];
  return [
    {
      heading: "What it is",
      text: "Whatever is published, changed, withheld or removed here becomes an entry of a log that only grows (C2SP tlog-tiles, as certificate transparency and Go's checksum database use). An entry has no text and no name, only a commitment to them. The log is signed with every change.",
      code: `curl '${checkpoint}'\ncurl '${key}'`,
    },
    {
      heading: "Watch it",
      text: "The first call keeps the log's state, each later one proves that the log only grew and that every review shown is in it, and lists what was withheld or removed since. Exit code 1 names what does not hold.",
      code: `goodword watch-log ${absoluteUrl(site, "")} --state log.json`,
    },
    {
      heading: "Prove a review",
      text: "`log` in the answer has the entry's index and the salt of its commitment; the proof leads from that entry to the signed checkpoint. Keep both: they prove that it was published, also after it is gone.",
      code: `curl '${absoluteUrl(site, PATHS.reviewData.replace("{id}", "ID"))}'\ncurl '${absoluteUrl(site, PATHS.reviewProof.replace("{id}", "ID"))}'`,
    },
    {
      heading: "What it cannot show",
      text: "Who was never asked, whether the author of a review is real, and what was said before the log began: reviews from before have the reason `existing`.",
    },
  ];
}

function webSubSteps(site: Site): GuideStep[] {
  const topics = [PATHS.atomFeed, PATHS.jsonFeed, PATHS.reviews, PATHS.updates].map((path) => absoluteUrl(site, path));
  const subscribe = [
    `curl -i '${absoluteUrl(site, PATHS.hub)}' \\`,
    "  -d hub.mode=subscribe \\",
    `  -d hub.topic='${absoluteUrl(site, PATHS.updates)}' \\`,
    "  --data-urlencode 'hub.callback=https://you.example/push?k=1' \\",
    "  -d hub.secret=a-long-random-text",
  ];
  return [
    {
      heading: "Choose a topic",
      text: "The newest reviews as Atom or JSON Feed, the full dataset, or the latest changes:",
      code: topics.join("\n"),
    },
    {
      heading: "Subscribe",
      text: "The response is 202, sent before the hub verifies your callback. The callback is an https URL.",
      code: subscribe.join("\n"),
    },
    {
      heading: "Confirm",
      text: "The hub sends a GET to your callback. Answer within 10 seconds with any 2xx status and exactly `hub.challenge` as body: a line break after it is a refusal.",
    },
    {
      heading: "Receive",
      text: "Each push is a POST with the whole content of the topic. With a secret it is signed: check `X-Hub-Signature` over the bytes of the body before you trust it. Answer within 10 seconds with any 2xx status. A push of the latest changes means that it is time to request them with your cursor.",
    },
    {
      heading: "Renew",
      text: "The hub's GET contains the lease, `hub.lease_seconds`. Subscribe again before it expires.",
    },
  ];
}
