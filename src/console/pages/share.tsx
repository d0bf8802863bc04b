/** @jsxImportSource preact */
import { PATHS } from "../../http/paths.ts";
import { catalogueLanguage, consoleWords, wordsFor } from "../../languages/mod.ts";
import { describeStore } from "../../owner/statistics.ts";
import { cardSheet, EMBED_DEFAULTS, EMBED_LAYOUTS, embedCodes, takeaways } from "../../pages/mod.ts";
import { aggregateRating, type Business, publicBusiness, publishedTallies } from "../../review/mod.ts";
import { isLocalHost } from "../../system.ts";
import { ButtonLink, Empty, Notice, Outside, Section, Select } from "../components.tsx";
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
  const { words, business, services } = context;
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
      {isAtHome(services.baseUrl) && (
        <Notice tone="waiting">
          {words.say("share.atHome", { address: services.baseUrl })}{" "}
          {services.scope === null && <a href="/settings/address">{words.say("settings.part.address")}</a>}
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
          <a class="button quiet-button" href={take.cardPdf}>
            {words.say("share.cardSave")}
          </a>
          <a class="button quiet-button" href={take.card.src} download="card.svg">
            {words.say("share.cardPicture")}
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
      <EmbedSection context={context} business={facts.business} site={site} />
      <Section title={words.say("share.programs")} lead={words.say("share.programsLead")}>
        {Object.entries(FOR_PROGRAMS).map(([name, path]) => {
          const label = words.say(`share.for.${name as keyof typeof FOR_PROGRAMS}`);
          return (
            <>
              <h3>{label}</h3>
              <Copied label={label} text={services.baseUrl + path} />
            </>
          );
        })}
        <p>
          <Outside href={services.baseUrl + PATHS.developers}>{words.say("share.developers")}</Outside>
        </p>
      </Section>
    </>
  );
  return { title, section: "share", script: "copy", body };
}

const THEMES = ["auto", "light", "dark"] as const;
const COUNTS = ["3", "6", "12", "24"];
const USUAL = { ...EMBED_DEFAULTS, count: String(EMBED_DEFAULTS.count) };

function EmbedSection({
  context,
  business,
  site,
}: Pick<Shown, "site"> & { context: ConsoleContext; business: Business }) {
  const { words, query } = context;
  const entries = [
    ...business.services.map(({ id, name }) => ({ kind: "service" as const, id, name })),
    ...business.technicians.map(({ id, name }) => ({ kind: "technician" as const, id, name })),
  ];
  const of = entries.find(({ kind, id }) => query.get("of") === `${kind} ${id}`) ?? null;
  const oneOf = (name: keyof typeof USUAL, values: readonly string[]) =>
    values.find((value) => value === query.get(name)) ?? USUAL[name];
  const chosen = {
    layout: oneOf("layout", EMBED_LAYOUTS),
    count: oneOf("count", COUNTS),
    theme: oneOf("theme", THEMES),
  };
  const unlessUsual = (name: keyof typeof USUAL) => (chosen[name] === USUAL[name] ? undefined : chosen[name]);
  const looks = { layout: unlessUsual("layout"), count: unlessUsual("count"), theme: unlessUsual("theme") };
  const codes = embedCodes(business.name, site, { of, ...looks });
  return (
    <Section title={words.say("share.list")} lead={words.say("share.listLead")}>
      <form class="form" method="get" action="/share" id="embed">
        {entries.length > 0 && (
          <Select
            name="of"
            label={words.shared.say("chips.label")}
            value={of === null ? "" : `${of.kind} ${of.id}`}
            options={[
              ["", words.say("share.embed.all")],
              ...entries.map(({ kind, id, name }) => [`${kind} ${id}`, name] as const),
            ]}
          />
        )}
        <Select
          name="layout"
          label={words.say("share.embed.layout")}
          value={chosen.layout}
          options={EMBED_LAYOUTS.map((layout) => [layout, words.say(`share.embed.layout.${layout}`)])}
        />
        <Select
          name="count"
          label={words.say("share.embed.count")}
          value={chosen.count}
          options={COUNTS.map((count) => [count, count])}
        />
        <Select
          name="theme"
          label={words.say("share.embed.theme")}
          value={chosen.theme}
          options={THEMES.map((theme) => [theme, words.say(`share.embed.theme.${theme}`)])}
        />
        <p class="actions">
          <button type="submit">{words.say("share.embed.update")}</button>
          <Outside href={codes.address}>{words.say("share.embed.look")}</Outside>
        </p>
      </form>
      <h3>WordPress, Ghost, Notion</h3>
      <p>{words.say("share.embed.paste")}</p>
      <Copied label="WordPress, Ghost, Notion" text={codes.page} />
      <h3>Wix, Squarespace, Webflow, Shopify</h3>
      <p>{words.say("share.embed.frame")}</p>
      <Copied label="Wix, Squarespace, Webflow, Shopify" text={codes.frame} />
      <h3>HTML</h3>
      <p>{words.say("share.embed.element")}</p>
      <Copied label="HTML" text={codes.element} />
    </Section>
  );
}

type Shown = Awaited<ReturnType<typeof shownBy>>;

async function shownBy({ store, services, now }: ConsoleContext, business: Business) {
  const { statistics } = await describeStore(store);
  const rating = aggregateRating(publishedTallies(statistics.tallies));
  const language = catalogueLanguage(business.language);
  return {
    facts: { business: publicBusiness(business), aggregateRating: rating, publishedAt: now },
    site: {
      baseUrl: services.baseUrl,
      version: "",
      words: wordsFor(language, business.address?.country),
      ownLanguage: language,
    },
    theirs: consoleWords(language),
  };
}

/** Text to copy; a script adds the button. */
function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre class="snippet">
      <code data-copy={label}>{text}</code>
    </pre>
  );
}

function isAtHome(baseUrl: string): boolean {
  return isLocalHost(URL.parse(baseUrl)?.hostname ?? "");
}
