/** @jsxImportSource preact */
import type { ConsoleWords } from "../../languages/mod.ts";
import { type MonthFigures, readMonthReport } from "../../owner/month_report.ts";
import { type CalendarPeriod, calendarDateAt, monthOrdinal, periodAt } from "../../review/mod.ts";
import type { ChangeLogLine } from "../../store/mod.ts";
import { describeActivity } from "../activity.ts";
import { ButtonLink, Empty, Outside, Section, Table } from "../components.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { ReviewText } from "./review_views.tsx";

export const reportModule: ConsoleModule = {
  pages: [
    { path: "/report", show: reportPage },
    { path: "/report/:month", show: reportPage },
  ],
  acts: [],
};

/** Report of a month, by default the last complete one. Null unless that month has begun. */
async function reportPage({ store, words, services, now, parameters, business }: ConsoleContext) {
  const current = monthOrdinal(calendarDateAt(now, words.timeZone));
  const ordinal = parameters.month === undefined ? current - 1 : ordinalOf(parameters.month);
  if (ordinal === null || ordinal > current) return null;
  const month = periodAt(ordinal, 1);
  const before = periodAt(ordinal - 1, 1);
  if (business === null || business.is_sample) return pageOf(words.month(month.from), <NothingYet words={words} />);
  const { reviews, changes, ...figures } = await readMonthReport(store, { month, before, timeZone: words.timeZone });
  const body = (
    <>
      <div class="on-screen">
        <p class="row-acts">
          {ordinalOf(before.period) !== null && <MonthLink month={before} words={words} />}
          {ordinal < current && <MonthLink month={periodAt(ordinal + 1, 1)} words={words} />}
        </p>
        <p>{words.say("report.print")}</p>
      </div>
      <p class="quiet">
        <Outside href={services.baseUrl}>{services.baseUrl}</Outside>
        {" · "}
        {words.labelled(words.say("surge.made"), words.moment(now, words.timeZone))}
      </p>
      <Table
        caption={words.month(month.from)}
        columns={[words.say("report.figure"), words.month(month.from), words.month(before.from)]}
        rows={FIGURES.map(([label, inWords]) => [
          words.say(label),
          inWords(figures, words),
          inWords(figures.before, words),
        ])}
      />
      <Section title={words.say("report.changes")}>
        <Changes changes={changes} words={words} />
      </Section>
      <Section title={words.say("report.new")}>
        {reviews.length === 0 && <p>{words.say("report.noReviews")}</p>}
        {reviews.map((review) => (
          <>
            <ReviewText review={review} words={words} />
            {review.replyText !== null && (
              <p class="kept-review said" dir="auto">
                <span class="quiet">{words.shared.say("feed.reply", { business: business.name })}</span>{" "}
                {review.replyText}
              </p>
            )}
          </>
        ))}
      </Section>
    </>
  );
  return pageOf(words.labelled(business.name, words.month(month.from)), body);
}

function pageOf(title: string, body: ConsolePage["body"]): ConsolePage {
  return { title, section: "report", body };
}

function NothingYet({ words }: { readonly words: ConsoleWords }) {
  return (
    <Empty title={words.say("inbox.new")}>
      <ButtonLink href="/import">{words.say("import.title")}</ButtonLink>
    </Empty>
  );
}

function MonthLink({ month, words }: { readonly month: CalendarPeriod; readonly words: ConsoleWords }) {
  return <a href={`/report/${month.period}`}>{words.month(month.from)}</a>;
}

function ordinalOf(text: string): number | null {
  const isMonth = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
  return isMonth ? monthOrdinal(`${text}-01`) : null;
}

const FIGURES = [
  ["report.new", ({ newCount }, words) => words.number(newCount)],
  ["report.newMean", ({ newMean }, words) => formatMean(newMean, words)],
  [
    "report.mean",
    ({ mean, count }, words) =>
      mean === null ? "–" : words.say("businesses.rated", { rating: words.mean(mean), count }),
  ],
  ["report.replied", ({ replied, newCount }, words) => words.say("report.of", { count: replied, whole: newCount })],
  [
    "report.replyDays",
    ({ replyDays }, words) => (replyDays === null ? "–" : words.say("report.days", { count: replyDays })),
  ],
  ["report.invited", ({ invited }, words) => words.number(invited)],
  ["report.answered", ({ answered }, words) => words.number(answered)],
] as const satisfies readonly (readonly [
  label: string,
  inWords: (figures: MonthFigures, words: ConsoleWords) => string,
])[];

function formatMean(mean: number | null, words: ConsoleWords): string {
  return mean === null ? "–" : words.mean(mean);
}

function Changes({ changes, words }: { readonly changes: readonly ChangeLogLine[]; readonly words: ConsoleWords }) {
  const counts = new Map<string, number>();
  for (const line of changes) {
    const sentence = describeActivity(words, line);
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  if (counts.size === 0) return <p>{words.say("activity.none")}</p>;
  return (
    <ul class="deeds">
      {[...counts].map(([sentence, count]) => (
        <li>
          {sentence} {count > 1 && <span class="quiet">×{words.number(count)}</span>}
        </li>
      ))}
    </ul>
  );
}
