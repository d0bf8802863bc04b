/**
 * English: the catalogue whose messages every other has, too.
 *
 * @module
 */
import type { Message } from "./message.ts";

/** The catalogue of English. */
export const en = {
  language: "en",
  // Day before month, the month as a word: nobody takes one for the other.
  locale: "en-GB",
  direction: "ltr",
  messages: {
    // Counted things, which other messages take up.
    "count.reviews": { one: "{count} review", other: "{count} reviews" },
    "count.verifiedReviews": { one: "{count} verified review", other: "{count} verified reviews" },
    "count.publishedReviews": { one: "{count} published review", other: "{count} published reviews" },
    "count.stars": { one: "{count} star", other: "{count} stars" },
    "count.starReviews": { one: "{count} {stars}-star review", other: "{count} {stars}-star reviews" },
    "reviews.attested": {
      one: "{count} review that the business vouches for",
      other: "{count} reviews that the business vouches for",
    },
    "reviews.partlyVerified": "{reviews}, {verified} of them verified",
    "reviews.noneVerified": "No verified reviews yet",
    "reviews.none": "No reviews yet",
    "stars.of5": { one: "{count} out of 5 stars", other: "{count} out of 5 stars" },
    "rating.none": "none",
    "business.unrated": "Customer reviews of {business}, each with how it was verified.",
    "business.rated": "{business}: {stars} from {reviews}, published in full.",

    // The frame of every page.
    "frame.skip": "Skip to the content",
    "frame.name": "Verified reviews",
    "frame.site": "Site",
    "frame.reviews": "Reviews",
    "frame.verification": "How we verify",
    "frame.developers": "For developers: feeds, data, API, MCP",
    "frame.languages": "Languages",
    "frame.sample": "Sample data.",
    "frame.sampleAdvice": "This business is made up.",
    "frame.publishedBy": "Published by {business}, which controls this site.",
    "frame.howVerified": "How reviews are verified, and how many were held back",
    "frame.license": "These data are published under {license}.",
    "frame.source": "Reviews from {source} stay under {terms}.",
    "frame.sourceTerms": "its terms",
    "frame.private": "No cookies, no tracking, no requests to anybody else. Goodword {version}",
    "frame.edition": ", revision {revision} of {date}",
    "frame.atom": "Newest reviews (Atom)",
    "frame.jsonFeed": "Newest reviews (JSON Feed)",
    "frame.updates": "Latest changes (JSON Feed)",
    "frame.data": "All reviews",

    // Where there is nothing to see.
    "error.number": "Error {status}",
    "error.reference": "Reference: {id}",
    "error.all": "All reviews and ratings",
    "error.400": "Invalid address",
    "error.404": "Page not found",
    "error.429": "Too many requests",
    "error.503": "The reviews are being prepared",
    "error.other": "Something went wrong here",
    "error.advice.400": "Part of the address is invalid. All reviews are still available.",
    "error.advice.404": "The address may be mistyped or out of date. All reviews are still available.",
    "error.advice.429": "Please wait a minute, then try again.",
    "error.advice.503": "Please try again in a few seconds.",
    "error.advice.other": "It is not your fault. Please try again in a while.",

    // How a review was verified.
    "method.job_record": "Verified: a finished job",
    "method.invitation": "Verified: invited after a job",
    "method.platform": "Verified by the platform",
    "method.operator_attested": "The business says so",
    "method.none": "Not verified",
    "method.undated": "{method}, no date known",
    "method.strength": "{method}, {strength}",
    "strength.invoice": "by invoice",
    "strength.contact": "by contact",
    "strength.name_and_date": "by name and date",
    "method.means.job_record":
      "The customer was found in the business’s list of finished jobs: by invoice number, by e-mail address or telephone number, or by the whole name and a date not long before the review. The list itself stays private.",
    "method.means.invitation":
      "After a finished job the customer was sent a link that works once, and wrote the review through it.",
    "method.means.platform":
      "The site where the review was written checks its authors itself. The site is named beside the review.",
    "method.means.operator_attested":
      "The business says that the author was a customer. Nobody else has checked it, so such reviews are counted apart and carry no tick.",
    "method.means.none":
      "Nothing shows that the author was a customer. Such reviews are kept and counted, but not published.",

    // Where a review was written.
    "source.writtenOn": "Written on {source}",
    "source.direct": "Written to the business",
    "source.business": "The business itself",

    // The page on verification.
    "verification.title": "How reviews are verified",
    "verification.description": "How the reviews of {business} are verified, how many were held back, and why.",
    "verification.lead":
      "Published by {business}, which controls this site. So you should know how reviews get here, and which do not.",
    "verification.methods": "Ways of verifying",
    "verification.methodsLead": "Beside every review stands the way in which its author was found to be a customer.",
    "verification.noReview": "No published review",
    "verification.share": "{reviews} ({share}), average {rating} stars",
    "verification.sources": "Where they were written",
    "verification.source": "Source",
    "verification.reviews": "Reviews",
    "verification.average": "Average rating",
    "verification.scale": "Ratings from {source} were given on a scale of {best} and converted to five stars.",
    "verification.rounding": "Ratings from {source} between two numbers of stars were rounded, halves up.",
    "verification.businessItself": "the business itself",
    "verification.rules": "What else holds",
    "verification.rule.mean": "The average is the plain mean of all published reviews. None weighs more than another.",
    "verification.rule.words":
      "Words are the customers’ own. Names are shortened, e-mail addresses and telephone numbers are masked; nothing else is touched.",
    "verification.rule.removed":
      "A review that was taken down leaves every document, and its address says so. It does not come back with the next import.",
    "verification.rule.figures": "Technicians and services get figures of their own from five reviews on.",
    "verification.rule.counted":
      "What customers say is counted by fixed rules, and every figure names the reviews it was counted from: {link}.",

    // What was held back.
    "held.title": "What was held back",
    "held.totals": "Of {reviews} that came in, {parts}.",
    "held.published": { zero: "none are published", one: "{count} is published", other: "{count} are published" },
    "held.joined": {
      zero: "none are joined with the same customer’s review at another site",
      one: "{count} is joined with the same customer’s review at another site, which counts once",
      other: "{count} are joined with the same customer’s review at another site, which counts once",
    },
    "held.heldBack": { zero: "none are held back", one: "{count} is held back", other: "{count} are held back" },
    "held.lead":
      "A low rating is never a reason. The second table lets you check: it shows for every number of stars how much is held back.",
    "held.byReason": "Held back, by reason",
    "held.reason": "Reason",
    "held.reviews": "Reviews",
    "held.byStars": "Held back, by stars",
    "held.stars": "Stars",
    "held.publishedColumn": "Published",
    "held.column": "Held back",
    "held.share": "Share held back",
    "held.data": "The same figures for programs: {link}, under transparency.",
    "reason.unverified": "Not verified",
    "reason.hidden_at_source": "Hidden by the site it was written on",
    "reason.duplicate": "Duplicate of another review",
    "reason.spam": "Spam",
    "reason.privacy": "Privacy of a person",
    "reason.legal": "Legal order",
    "reason.insider": "Written by an owner, employee or relative",

    // The same in sentences.
    "withheld.stars": {
      one: "{count} of {whole} ({share}) is held back{why}.",
      other: "{count} of {whole} ({share}) are held back{why}.",
    },
    "withheld.why": " {reason}",
    "withheld.whys": ": {reasons}",
    "withheld.counted": "{number} {reason}",
    "withheld.equal": "1-star reviews are held back as often as 5-star reviews: {share} of each.",
    "withheld.more": "1-star reviews are held back more often than 5-star reviews: {low} against {high}.",
    "withheld.less": "1-star reviews are held back less often than 5-star reviews: {low} against {high}.",
    "withheld.main":
      "Most of the difference: {low} of 1-star reviews and {high} of 5-star reviews are held back {reason}.",
    "because.unverified": "because nothing shows that the author was a customer",
    "because.hidden_at_source": "because the site where the review was written hides it",
    "because.duplicate": "as duplicates of another review",
    "because.spam": "as spam",
    "because.privacy": "for the privacy of a person",
    "because.legal": "by legal order",
    "because.insider": "because an owner, employee or relative wrote the review",
    "becauseAll.unverified": "because nothing shows that their authors were customers",
    "becauseAll.hidden_at_source": "because the site where they were written hides them",
    "becauseAll.duplicate": "as duplicates of another review",
    "becauseAll.spam": "as spam",
    "becauseAll.privacy": "for the privacy of a person",
    "becauseAll.legal": "by legal order",
    "becauseAll.insider": "because an owner, employee or relative wrote them",
    "meaning.unverified":
      "That is found without looking at the stars: by a finished job, an invitation, or the check of the site where the review was written. A review is published as soon as one of these is found.",
    "meaning.hidden_at_source": "The site decides that, not the business; what it shows again is published here again.",

    // Structured data, badge and embed.
    "data.name": "Customer reviews of {business}",
    "data.description":
      "All verified customer reviews of {business}, with how each was verified, published by the business itself",
    "badge.label": "{stars}, {reviews}",
    "embed.link": "{reviews} of {business}",

    // What the business shows elsewhere.
    "copy.copy": "Copy",
    "copy.copied": "Copied",
    "frame.show": "Badge and card",
    "share.published": "Every review, with how it was verified",
    "share.quote": "“{text}”",
    "badge.named": "{business}: {rated}",
    "card.label": "Card with the rating of {business}",
    "card.invitation": "Read all reviews",
    "card.asOf": "As of {month}",
    "show.title": "Show your reviews",
    "show.lead":
      "Badge, newest reviews and printed card of {business}. They stay up to date by themselves: copy the code you need.",
    "show.badge": "Badge",
    "show.badgeLead":
      "A picture with the average rating and the number of reviews. No script, no cookie; set any height.",
    "show.list": "Newest reviews",
    "show.listLead":
      "The newest reviews, whatever their stars, in the fonts of your page. One request, no cookie; where scripts do not run, a link is shown.",
    "show.theme.light": "Light",
    "show.theme.dark": "Dark",
    "show.theme.auto": "As the visitor’s device is set",
    "show.code": "the code: {look}",
    "show.alt": "Verified customer reviews of {business}",
    "show.card": "Printed card",
    "show.cardLead":
      "For the van and the invoice: name, stars and a code that leads to your reviews. Sharp at any size. A printed rating does not change, so it says of which month it is.",
    "show.cardLink": "Open the card",
    "show.picture": "Picture beside shared links",
    "show.pictureLead":
      "Messengers and social networks show it when somebody shares your page. Each review has its own.",

    // The page of a technician or a service.
    "entity.title": "{name}: {reviews}",
    "entity.description": "What customers of {business} say of {name}: figures, quotes and every review.",
    "entity.technician": "Technician at {business}",
    "entity.service": "A service of {business}",
    "entity.none": "No published review mentions {name} yet.",
    "entity.mentions": { one: "{count} review mentions {name}", other: "{count} reviews mention {name}" },
    "entity.tooFew": "– figures are shown from five reviews on.",
    "entity.ofAll": "{share} of all reviews, {low} to {high} with a certainty of 95%",
    "entity.satisfied": {
      zero: "None of them give four or five stars",
      one: "{count} of them gives four or five stars",
      other: "{count} of them give four or five stars",
    },
    "entity.ofThese": "{share}, {low} to {high} with a certainty of 95%",
    "entity.last": "Last mentioned on {date}",
    "entity.quotes": "In customers’ words",
    "entity.aspects": "What these reviews speak of",
    "entity.aspectsOfPerson": "This is about the whole job, not about {name} alone.",
    "entity.aspect": "Aspect",
    "entity.praise": "Praise",
    "entity.blame": "Criticism",
    "entity.interval": "{share} ({low} to {high})",
    "entity.intervals":
      "In brackets: the range in which the share lies with a certainty of 95%, were many more customers asked.",
    "entity.more": "More about {name}",
    "entity.newest": "Reviews that mention {name}, newest first",
    "entity.all": { one: "{count} review", other: "All {count} reviews" },
    "histogram.caption": "Number of reviews by stars",
    "histogram.share": "Share",

    // Feeds.
    "feed.title": "{business}: customer reviews",
    "feed.description":
      "The newest customer reviews of {business}, each with how it was verified, published by the business itself",
    "feed.sample": "Sample data of a business that is made up.",
    "feed.stars": "{stars} of 5 stars",
    "feed.tag": "{stars} stars",
    "feed.entry": "{stars}: {what}",
    "feed.subject": "{subject}, {author}",
    "feed.reply": "Reply from {business}:",
    "feed.license": "Published under {license}, {url}.",
    "feed.source": "Reviews from {source} stay under {url}.",
    "updates.title": "{business}: changes of customer reviews",
    "updates.description":
      "The latest changes of the customer reviews of {business}: new, edited, answered and removed ones",
    "updates.added": "New: {title}",
    "updates.changed": "Changed: {title}",
    "updates.removed": "Removed review",
    "updates.removedText": "Review {id} is no longer published. Delete your copy of it.",
  },
} as const satisfies { readonly messages: Readonly<Record<string, Message>>; readonly [field: string]: unknown };
