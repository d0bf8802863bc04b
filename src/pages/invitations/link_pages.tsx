/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { PATHS } from "../../http/paths.ts";
import type { AnswerReading, Link } from "../../invitations/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import { OWNERS_REASONS } from "../../review/mod.ts";
import { ASSETS } from "../assets.ts";
import { renderHtml } from "../components/layout.tsx";
import { AspectStars } from "../components/review_card.tsx";
import { Stars } from "../components/stars.tsx";
import { formatHost, linkWithin, type PageSite, pageLink, reviewLink } from "../site.ts";
import { AnswerForm, typedAs, workPhrase } from "./answer_form.tsx";

export interface PrivatePage {
  readonly publication: Publication;
  readonly site: PageSite;
  /** Below the base address, without a language. */
  readonly path: string;
  /** The same as its reader came to it, perhaps below a language. */
  readonly address: string;
}

type Open = Extract<Link, { kind: "open" | "answered" }>;
type Answered = Extract<Link, { kind: "answered" }>;

export function renderForm(page: PrivatePage, link: Open, reading: Pick<AnswerReading, "typed" | "faults">): string {
  const { words } = page.site;
  const { business } = page.publication;
  const { typed, faults } = reading;
  const isEdit = link.kind === "answered";
  return render(
    page,
    words.say("form.title", { business: business.name }),
    <>
      <p class="lead">{words.say("form.asks", { business: business.name })}</p>
      <p class="work">{workPhrase(words, link.job)}</p>
      <p class="quiet">{words.say("form.promise")}</p>
      <AnswerForm
        action={formPath(page)}
        business={business}
        words={words}
        typed={typed}
        faults={faults}
        isEdit={isEdit}
      />
    </>,
  );
}

/** The same whatever its stars. Perhaps sent back, with the box of the removal left empty. */
export function renderAnswered(page: PrivatePage, link: Answered, { isRemovalUnchecked = false } = {}): string {
  const { site } = page;
  const { words } = site;
  const { business } = page.publication;
  const { review } = link;
  const isShown = review.withheld === null;
  const form = { action: formPath(page), business, words, typed: typedAs(link), faults: [], isEdit: true };
  return render(
    page,
    words.say(isShown ? "answered.title" : "answered.withheld"),
    <>
      {isShown ? (
        <p class="lead">{words.say(review.copyOf === null ? "answered.soon" : "answered.copy")}</p>
      ) : (
        <Withheld page={page} link={link} />
      )}
      <article class="review alone" aria-label={words.say("answered.yours")}>
        <header>
          <Stars rating={review.rating} words={words} />
          <p class="byline">
            <bdi>{review.authorName}</bdi>
          </p>
        </header>
        {review.text && (
          <blockquote dir="auto">
            {review.text.split("\n\n").map((paragraph) => (
              <p>{paragraph}</p>
            ))}
          </blockquote>
        )}
        {review.aspectRatings && <AspectStars ratings={review.aspectRatings} words={words} />}
      </article>
      {isShown && (
        <p>
          <a href={reviewLink(site, review.copyOf ?? review.id)}>{words.say("answered.permalink")}</a>
        </p>
      )}
      {isShown && review.copyOf === null && (
        <p class="quiet">
          <a href={formPath(page, "/receipt")}>{words.say("answered.receipt")}</a> {words.say("answered.receiptHint")}
        </p>
      )}
      {/* Where else the review can be written: the same for all authors. */}
      <AtGoogle page={page} text={review.text} />
      <Profiles page={page} />
      <p class="quiet">{words.say("answered.keep")}</p>
      <details class="act">
        <summary>{words.say("answered.edit")}</summary>
        <AnswerForm {...form} />
      </details>
      <details class="act" open={isRemovalUnchecked}>
        <summary>{words.say("answered.withdraw")}</summary>
        <p>{words.say("answered.withdrawHint")}</p>
        <form class="answer" method="post" action={formPath(page, "/withdraw")}>
          {isRemovalUnchecked && (
            <p class="faults" role="alert" id="fault-remove">
              {words.say("answered.withdrawFault")}
            </p>
          )}
          <p class="agree">
            <input
              type="checkbox"
              id="remove"
              name="remove"
              value="yes"
              required={true}
              aria-describedby={isRemovalUnchecked ? "fault-remove" : undefined}
            />
            <label for="remove">{words.say("answered.withdrawAgree")}</label>
          </p>
          <button type="submit">{words.say("answered.withdrawNow")}</button>
        </form>
      </details>
    </>,
  );
}

/** Google's form. A script copies the author's words first. */
function AtGoogle({ page: { publication, site }, text }: { page: PrivatePage; text: string }) {
  const { google_review_url: url } = publication.business;
  if (!url) return null;
  return (
    <>
      <p>{site.words.say("answered.google")}</p>
      <p>
        <a class="button" href={url} target="_blank" rel="noopener external" data-words={text}>
          {site.words.say("answered.googleOpen")}
        </a>
      </p>
    </>
  );
}

function Profiles({ page: { publication, site } }: { page: PrivatePage }) {
  const { name, same_as: profiles } = publication.business;
  if (profiles.length === 0) return null;
  return (
    <>
      <p>{site.words.say("answered.elsewhere", { business: name })}</p>
      <ul class="elsewhere">
        {profiles.map((url) => (
          <li>
            <a href={url} rel="noopener external">
              {formatHost(url)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Withheld({ page, link }: { page: PrivatePage; link: Answered }) {
  const { words } = page.site;
  const { withheld, isContested } = link.review;
  if (withheld === null) return null;
  const business = page.publication.business.name;
  const isOwners = OWNERS_REASONS.some((reason) => reason === withheld);
  return (
    <>
      <p class="lead">{words.say("answered.why", { business, reason: words.say(`reason.${withheld}`) })}</p>
      {isOwners && (
        <form class="answer" method="post" action={formPath(page, "/contest")}>
          <p class="field">
            <label for="contest">{words.say("answered.contest")}</label>
            <span class="quiet" id="contest-hint">
              {isContested ? words.say("answered.contested") : words.say("answered.contestHint", { business })}
            </span>
            <textarea id="contest" name="text" rows={3} required dir="auto" aria-describedby="contest-hint" />
          </p>
          <button type="submit">{words.say("answered.send")}</button>
        </form>
      )}
    </>
  );
}

export type Closed = Exclude<Link["kind"], "open" | "answered"> | "busy" | "failed";

/** The page of a link without a form. An unknown link and a mistyped one get the same page. */
export function renderClosed(page: PrivatePage, kind: Closed): string {
  const { words } = page.site;
  return render(
    page,
    words.say(`link.${kind}`),
    <>
      <p class="lead">
        {kind === "expired" || kind === "removed"
          ? words.say(`link.${kind}Advice`, { business: page.publication.business.name })
          : words.say(`link.${kind}Advice`)}
      </p>
      <AllReviews page={page} />
    </>,
  );
}

export function renderUnsubscribing(page: PrivatePage, isDone: boolean): string {
  const { words } = page.site;
  const business = page.publication.business.name;
  return render(
    page,
    isDone ? words.say("unsubscribe.done") : words.say("unsubscribe.title", { business }),
    <>
      <p class="lead">{words.say("unsubscribe.lead", { business })}</p>
      {isDone ? (
        <AllReviews page={page} />
      ) : (
        <form method="post" action={formPath(page)}>
          <button type="submit">{words.say("unsubscribe.now")}</button>
        </form>
      )}
    </>,
  );
}

export interface TypedReport {
  readonly reason: string;
  readonly text: string;
  readonly email: string;
}

/** The form by which a review is reported, perhaps sent back; with null that the report has arrived. */
export function renderReport(page: PrivatePage, typed: TypedReport | null, isFaulty: boolean): string {
  const { words } = page.site;
  const business = page.publication.business.name;
  const title = words.say("report.title");
  if (typed === null) return render(page, words.say("report.done"), <AllReviews page={page} />);
  return render(
    page,
    title,
    <>
      <p class="lead">{words.say("report.lead", { business })}</p>
      <form class="answer" method="post" action={formPath(page)}>
        {isFaulty && (
          <p class="faults" role="alert" id="fault">
            {words.say("report.fault")}
          </p>
        )}
        <fieldset class="reasons" aria-describedby={isFaulty ? "fault" : undefined}>
          <legend>{words.say("report.reason")}</legend>
          {OWNERS_REASONS.map((reason) => (
            <label>
              <input type="radio" name="reason" value={reason} required checked={typed.reason === reason} />
              {words.say(`reason.${reason}`)}
            </label>
          ))}
        </fieldset>
        <p class="field">
          <label for="text">{words.say("report.text")}</label>
          <textarea id="text" name="text" rows={3} dir="auto">
            {typed.text}
          </textarea>
        </p>
        <p class="field">
          <label for="email">{words.say("report.email")}</label>
          <input id="email" name="email" type="email" autocomplete="email" value={typed.email} />
        </p>
        <p>
          <button type="submit">{words.say("report.now")}</button>
        </p>
      </form>
    </>,
  );
}

function AllReviews({ page: { site } }: { page: PrivatePage }) {
  return (
    <p>
      <a href={pageLink(site, PATHS.home)}>{site.words.say("error.all")}</a>
    </p>
  );
}

function formPath({ site, address }: PrivatePage, act = ""): string {
  return linkWithin(site, `${address}${act}`);
}

function render({ publication, site, path }: PrivatePage, title: string, children: ComponentChildren): string {
  return renderHtml({
    site,
    publication,
    title,
    description: title,
    canonicalPath: null,
    privatePath: path,
    stylePaths: [ASSETS.formStyle.path],
    scriptPaths: [ASSETS.formScript.path],
    children: (
      <section class="private" aria-labelledby="title">
        <h1 id="title" class="modest">
          {title}
        </h1>
        {children}
      </section>
    ),
  });
}
