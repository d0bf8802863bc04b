/** What messages to customers and notices to the owner say, in English: the source of every translation. */
export const mailEnglish = {
  // To customers. Whatever a sentence states is a fact or a right, and the same for all authors.
  "subject.invitation": "How did we do? Review {business}",
  "subject.reminder": "Reminder: your review of {business}",
  "subject.reply": "{business} has replied to your review",
  "subject.withheld": "Your review of {business} is not published",
  "subject.removed": "Your review of {business} has been removed",
  hello: "Hello,",
  "hello.named": "Hi {customer},",
  text: "Hello, thank you for choosing {business}. Would you write us a short review? {url}",
  "text.named": "Hi {customer}, thank you for choosing {business}. Would you write us a short review? {url}",
  "thanks.asks":
    "Thank you for choosing {business}. How many stars would you give us for the job finished on {finished}?",
  "thanks.asks.service":
    "Thank you for choosing {business}. How many stars would you give us for the job finished on {finished} ({service})?",
  asks: "How many stars would you give {business} for the job finished on {finished}?",
  "asks.service": "How many stars would you give {business} for the job finished on {finished} ({service})?",
  once: "This is the only reminder.",
  rights:
    "Your review is published at {site} and as open data whatever its stars, under the name you choose or without one. This link is yours alone: use it to write until {expires}, and to change or withdraw your review at any time.",
  given: "In return for a review, whatever its rating: {incentive}",
  replied:
    "{business} has replied to your review of the job finished on {finished}. Use your link to read the reply, or to change or withdraw your review.",
  withheld:
    "{business} is not publishing your review of the job finished on {finished}. Reason given: {reason}. It is public that a review is withheld, and why; its text is not.",
  contest: "If you disagree, use your link to object. You can also change or withdraw your review there.",
  removed:
    "Your review of the job finished on {finished} has been removed from the pages of {business}. Reason given: {reason}. If you disagree, reply to this message.",
  open: "Open your review",
  site: "All reviews",
  noMore: "If you do not want any more messages like this:",
  unsubscribe: "Unsubscribe",
  "reason.personal_data": "it contains personal data",
  "reason.abuse": "it is abusive",
  "reason.not_about_this_business": "it is not about this business",
  "reason.legal_order": "a legal order",
  "reason.request": "the author asked for it",
  "reason.privacy": "privacy",
  "reason.legal": "a legal obligation",

  // To the owner.
  "notice.counts.new": { one: "{count} new review", other: "{count} new reviews" },
  "notice.counts.edited": { one: "{count} edited review", other: "{count} edited reviews" },
  "notice.counts.withdrawn": { one: "{count} review withdrawn", other: "{count} reviews withdrawn" },
  "notice.nothing": "no reviews",
  "notice.more": "And {count} more.",
  "notice.review.contested.subject": "an author objects",
  "notice.review.contested.text":
    "The author of a withheld review objects. Read the objection, then publish the review or close the objection.",
  "notice.review.reported.subject": "a review was reported",
  "notice.review.reported.text": "A reader has reported a review. Read the reason, then decide whether it stays.",
  "notice.import.failed.subject": "an import failed",
  "notice.import.failed.text":
    "An import has failed (first on {since}). It changed nothing. Run it by hand to see why. You get no further notice until an import has succeeded and then failed again.",
  "notice.backup.failed.subject": "backups are failing",
  "notice.backup.failed.text":
    "The last {failures} backups failed. Check the backup folder: is it full or no longer writable? You get no further notice until a backup has succeeded and then failed again.",
  "notice.mail.undeliverable.subject": "mail bounced",
  "notice.mail.undeliverable.text": {
    one: "{count} customer could not be reached by mail today. The address may be wrong.",
    other: "{count} customers could not be reached by mail today. Their addresses may be wrong.",
  },
  "notice.subscriber.removed.subject": "a subscriber was removed",
  "notice.subscriber.removed.text":
    "A program that subscribed to your reviews could not be reached and was removed. It may subscribe again.",
  "notice.disk.low.subject": "disk space is low",
  "notice.disk.low.database": "The disk of the database is nearly full. Once it is full, nothing can be saved.",
  "notice.disk.low.backups": "The disk of the backups is nearly full. Once it is full, nothing can be saved.",
  "notice.test.subject": "this is a test",
  "notice.test.text": "Messages from Goodword reach you here. There is nothing to do.",
  "notice.digest.subject": "your week",
  "notice.week": "From {from} to {to}",
  "notice.stars": "{average} of 5 stars on average",
  "notice.waits": "To do",
  "notice.nothingWaits": "Nothing to do.",
  "notice.waiting.unanswered": { one: "{count} review without a reply", other: "{count} reviews without a reply" },
  "notice.waiting.objections": { one: "{count} objection or report", other: "{count} objections and reports" },
  "notice.waiting.unverified": { one: "{count} review not verified", other: "{count} reviews not verified" },
  "notice.waiting.undeliverable": {
    one: "{count} customer not reached by mail",
    other: "{count} customers not reached by mail",
  },
  "notice.published": { one: "{count} review published", other: "{count} reviews published" },
  "notice.review": "Review {id}",
  "notice.console": "Open the console",
  "notice.site": "Your public page",
  "notice.why": "You receive this because Goodword sends its notices to this address (Settings, Notices).",
} as const;
