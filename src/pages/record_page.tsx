/** @jsxImportSource preact */
import { PATHS } from "../http/paths.ts";
import { NOT_INVITED_REASONS } from "../invitations/mod.ts";
import { sourceLabel, type Words } from "../languages/mod.ts";
import { type BusinessRecord, type RecordCounts, WITHHOLDING_REASONS } from "../review/mod.ts";
import { FigureTable } from "./components/figures.tsx";
import { PageSection, renderPage } from "./components/layout.tsx";
import { renderErrorPage } from "./error_page.tsx";
import type { PageDocument } from "./page.ts";
import { formatPeriod } from "./phrases.ts";
import { linkWithin, type PageProps } from "./site.ts";

export function renderRecordPage({ publication, site }: PageProps): PageDocument {
  const { business, record } = publication;
  const { words } = site;
  if (record === null) return renderErrorPage(site, 404, { publication });
  return renderPage({
    site,
    publication,
    hasBusinessCard: true,
    title: words.say("record.title"),
    description: words.say("record.description", { business: business.name }),
    canonicalPath: PATHS.recordPage,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{words.say("record.title")}</h1>
          <p class="lead">{words.pieces("record.lead", { business: <bdi>{business.name}</bdi> })}</p>
          <p class="after-heading">
            {words.say("record.log")} <a href={`${linkWithin(site, PATHS.docs)}#/Log`}>{words.say("record.logHow")}</a>
            {" · "}
            <a href={linkWithin(site, PATHS.record)}>{words.say("record.data")}</a>
          </p>
        </section>
        <Quarters record={record} words={words} />
        <Reasons totals={record.totals} words={words} />
        <Gaps record={record} words={words} />
        <Settings record={record} words={words} />
        <Sources record={record} words={words} />
        <PageSection id="cannot" title={words.say("record.cannot")}>
          <ul class="rules">
            <li>{words.say("record.cannot.link")}</li>
            <li>{words.say("record.cannot.jobs")}</li>
          </ul>
        </PageSection>
      </>
    ),
  });
}

interface PartProps {
  readonly record: BusinessRecord;
  readonly words: Words;
}

const COLUMNS = ["jobs", "invited", "answered", "published", "withheld", "removed"] as const;

function Quarters({ record: { periods, totals }, words }: PartProps) {
  if (periods.length === 0) return <p class="after-heading">{words.say("record.never")}</p>;
  const row = (name: string, counts: RecordCounts) => [
    name,
    ...COLUMNS.map((column) => words.number(countIn(counts[column]))),
  ];
  return (
    <PageSection id="quarters" title={words.say("record.quarters")}>
      <FigureTable
        heads={[words.say("record.quarter"), ...COLUMNS.map((column) => words.say(`record.${column}`))]}
        rows={[
          ...periods.map((period) => row(formatPeriod(words, period.period), period)),
          row(words.say("record.total"), totals),
        ]}
        isStacked
      />
    </PageSection>
  );
}

function countIn(counts: number | RecordCounts["withheld"]): number {
  if (typeof counts === "number") return counts;
  return Object.values(counts)
    .flatMap((reasons) => Object.values(reasons))
    .reduce((sum, each) => sum + each, 0);
}

function Reasons({ totals, words }: { totals: RecordCounts; words: Words }) {
  const found = NOT_INVITED_REASONS.filter((reason) => (totals.not_invited[reason] ?? 0) > 0);
  if (found.length === 0) return null;
  return (
    <PageSection id="not-invited" title={words.say("record.notInvited")}>
      <ul class="rules">
        {found.map((reason) => (
          <li>{words.labelled(words.say(`record.reason.${reason}`), words.number(totals.not_invited[reason] ?? 0))}</li>
        ))}
      </ul>
    </PageSection>
  );
}

function Gaps({ record: { withheld_reviews }, words }: PartProps) {
  if (withheld_reviews.length === 0) return null;
  const reasonOf = (given: string) => {
    const reason = WITHHOLDING_REASONS.find((each) => each === given);
    return reason === undefined ? given : words.say(`reason.${reason}`);
  };
  return (
    <PageSection id="gaps" title={words.say("record.gaps")}>
      <ul class="rules">
        {withheld_reviews.map(({ date, rating, reason, contested }) => (
          <li>
            {[
              words.date(date),
              words.say("count.stars", { count: rating }),
              reasonOf(reason),
              ...(contested ? [words.say("record.contested")] : []),
            ].join(" · ")}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function Settings({ record: { policy }, words }: PartProps) {
  const { invitations, incentive_words: given, since } = policy;
  return (
    <PageSection id="settings" title={words.say("record.settings")}>
      <p class="after-heading">
        {words.say(`record.asked.${invitations}`)}{" "}
        {given === null
          ? words.say("record.incentive.none")
          : words.say("record.incentive.disclosed", { words: given })}{" "}
        {since !== null && words.say("record.since", { date: words.date(since.slice(0, 10)) })}
      </p>
    </PageSection>
  );
}

function Sources({ record: { sources }, words }: PartProps) {
  if (sources.length === 0) return null;
  const heads = ["verification.source", "verification.reviews", "record.way", "record.terms"] as const;
  return (
    <PageSection id="sources" title={words.say("record.sources")}>
      <FigureTable
        heads={heads.map((head) => words.say(head))}
        rows={sources.map(({ name, provenance, review_count, license }) => [
          sourceLabel(words, name),
          words.number(review_count),
          words.say(`provenance.${provenance}`),
          license === null ? "–" : <a href={license}>{license}</a>,
        ])}
        isStacked
      />
    </PageSection>
  );
}
