/**
 * Guides beside the reference: what takes more than one call.
 *
 * @module
 */
import { PATHS } from "../../web/paths.ts";
import { absoluteUrl, type Site } from "../../web/site.ts";

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

/** Every guide, in the order of the navigation. MCP has a page of its own, at the address where agents connect. */
export const GUIDES: readonly Guide[] = [
  {
    slug: "guide-keeping-a-copy",
    title: "Keeping a copy",
    summary: "Every review added, changed or removed, once, at its latest state.",
    steps: copySteps,
  },
  {
    slug: "guide-websub",
    title: "Being pushed to",
    summary: "Subscribe at the WebSub hub and be told within seconds; no key, no account.",
    steps: webSubSteps,
  },
];

function copySteps(site: Site): GuideStep[] {
  const changes = absoluteUrl(site, PATHS.changes);
  return [
    {
      heading: "Begin",
      text: "Ask without parameters. Of `changes`, `added` and `changed` put `review` in place of any with its `id`; `removed` deletes what you have under it.",
      code: `curl '${changes}'`,
    },
    {
      heading: "Go on",
      text: "Keep `cursor` together with your copy. While `more` is true, ask again at once; then as often as you like. With the last `ETag` as `If-None-Match`, 304 means that nothing has changed.",
      code: `curl '${changes}?after=CURSOR'`,
    },
    {
      heading: "Begin anew on 410",
      text: "The code `unknown_cursor` says that other data are published now than those the cursor belongs to. Empty your copy and begin again, without parameters.",
    },
    {
      heading: "Be told at once",
      text: "The same answers come as server-sent events named `changes`. The id of an event is its cursor, so that a client that reconnects misses nothing.",
      code: `const changes = new EventSource("${changes}?after=" + cursor);\nchanges.addEventListener("changes", (event) => apply(JSON.parse(event.data)));`,
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
      text: "The answer is 202, before your callback is asked to confirm. The callback is an https address.",
      code: subscribe.join("\n"),
    },
    {
      heading: "Confirm",
      text: "The hub sends a GET to your callback. Answer within 10 seconds with any 2xx status and exactly `hub.challenge` as body: a line break after it is a refusal.",
    },
    {
      heading: "Take what is pushed",
      text: "Each push is a POST with the whole content of the topic. With a secret it is signed: check `X-Hub-Signature` over the bytes of the body before you believe it. Answer within 10 seconds with any 2xx status. A push of the latest changes says that it is time to ask for them with your cursor.",
    },
    {
      heading: "Renew",
      text: "The hub says with its GET how long it will push to you: `hub.lease_seconds`. Subscribe again before they have passed.",
    },
  ];
}
