/** @jsxImportSource preact */
/** What the business takes along: its address, a badge, a QR code, cards, words for a post, and the feeds for programs. */
import { PATHS } from "../../http/paths.ts";
import { catalogueLanguage, consoleWords, wordsFor } from "../../languages/mod.ts";
import { describeStore } from "../../owner/statistics.ts";
import { cardSheet, takeaways } from "../../pages/mod.ts";
import { aggregateRating, type Business, publicBusiness, publishedTallies } from "../../review/mod.ts";
import { isLocalHost } from "../../system.ts";
import { ButtonLink, Empty, Notice, Outside, Section } from "../components.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";

export const shareModule: ConsoleModule = {
  pages: [
    { path: "/share", show: sharePage },
    {
      path: "/share/cards",
      show: async (context) => {
        if (context.business === null || context.business.is_sample) return null;
        const { facts, site } = await shownBy(context, context.business);
        const body = cardSheet(facts, site);
        return { mediaType: "text/html; charset=utf-8", name: "cards.html", body };
      },
    },
  ],
  acts: [],
};

/** For programs, in the order in which they are likely to be wanted. */
const FOR_PROGRAMS = {
  json: PATHS.reviews,
  csv: PATHS.csv,
  atom: PATHS.atomFeed,
  jsonFeed: PATHS.jsonFeed,
  mcp: PATHS.mcp,
  insights: PATHS.insights,
  record: PATHS.record,
  openApi: PATHS.openApi,
} as const;

async function sharePage(context: ConsoleContext): Promise<ConsolePage> {
  const { words, business, means } = context;
  const title = words.say("frame.nav.share");
  if (business === null || business.is_sample) {
    const body = (
      <Empty title={words.say("share.none")} advice={words.say("inbox.new")}>
        <ButtonLink href="/import">{words.say("frame.nav.import")}</ButtonLink>
      </Empty>
    );
    return { title, section: "share", body };
  }
  const { facts, site, theirs } = await shownBy(context, business);
  const take = takeaways(facts, site);
  const { rating_value: rating, review_count: count } = facts.aggregateRating;
  const post =
    rating === null
      ? theirs.say("share.firstPost", { address: take.address })
      : theirs.say("share.post", { count, rating: theirs.rating(rating), address: take.address });
  const body = (
    <>
      {isAtHome(means.baseUrl) && (
        <Notice tone="waiting">
          {words.say("share.atHome", { address: means.baseUrl })}{" "}
          {means.scope === null && <a href="/settings/address">{words.say("settings.part.address")}</a>}
        </Notice>
      )}
      <Section title={words.say("share.page")} lead={words.say("share.pageLead")}>
        <Copied label={words.say("share.page")} text={take.address} />
      </Section>
      <Section title={words.say("share.qr")} lead={words.say("share.qrLead")}>
        <p>
          <img {...take.qr} class="on-white" alt={words.say("share.qr")} />
        </p>
        <p class="row-acts">
          <a class="button quiet-button" href={take.qr.src} download="qr.svg">
            {words.say("share.qrSave")}
          </a>
        </p>
      </Section>
      <Section title={words.say("share.card")} lead={words.say("share.cardLead")}>
        <p>
          <img {...take.card} class="on-white" alt={words.say("share.card")} />
        </p>
        <p class="row-acts">
          <a class="button quiet-button" href={take.card.src} download="card.svg">
            {words.say("share.cardSave")}
          </a>
          <a class="button quiet-button" href="/share/cards">
            {words.say("share.sheet")}
          </a>
        </p>
      </Section>
      <Section title={words.say("share.words")} lead={words.say("share.wordsLead")}>
        <Copied label={words.say("share.words")} text={post} />
      </Section>
      <Section title={words.say("share.badge")} lead={words.say("share.badgeLead")}>
        <p>
          <img {...take.badge} alt={words.say("share.badge")} />
        </p>
        <Copied label={words.say("share.badge")} text={take.badgeCode} />
      </Section>
      <Section title={words.say("share.list")} lead={words.say("share.listLead")}>
        <Copied label={words.say("share.list")} text={take.listCode} />
      </Section>
      <Section title={words.say("share.programs")} lead={words.say("share.programsLead")}>
        {Object.entries(FOR_PROGRAMS).map(([name, path]) => {
          const label = words.say(`share.for.${name as keyof typeof FOR_PROGRAMS}`);
          return (
            <>
              <h3>{label}</h3>
              <Copied label={label} text={means.baseUrl + path} />
            </>
          );
        })}
        <p>
          <Outside href={means.baseUrl + PATHS.developers}>{words.say("share.developers")}</Outside>
        </p>
      </Section>
    </>
  );
  return { title, section: "share", script: "copy", body };
}

/** What is published of the business, and the site in its language. */
async function shownBy({ store, means, now }: ConsoleContext, business: Business) {
  const { statistics } = await describeStore(store);
  const rating = aggregateRating(publishedTallies(statistics.tallies));
  const language = catalogueLanguage(business.language);
  return {
    facts: { business: publicBusiness(business), aggregateRating: rating, publishedAt: now },
    site: {
      baseUrl: means.baseUrl,
      version: "",
      words: wordsFor(language, business.address?.country),
      ownLanguage: language,
    },
    theirs: consoleWords(language),
  };
}

/** Text to take along; a script adds a button that copies it. */
function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre class="snippet">
      <code data-copy={label}>{text}</code>
    </pre>
  );
}

/** Whether nobody else can reach the pages yet. */
function isAtHome(baseUrl: string): boolean {
  return isLocalHost(URL.parse(baseUrl)?.hostname ?? "");
}
