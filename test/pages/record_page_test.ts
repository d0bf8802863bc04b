/** The page of the record, in each language. */
import { describe, expect, test } from "bun:test";
import { buildRecord, recordSettings } from "../../src/invitations/mod.ts";
import { invitationOf, jobOf, POLICY } from "../support/jobs.ts";
import { businessOf, manyReviews, pageAt } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const kept = buildRecord(
  {
    jobs: [
      { job: jobOf(), invitation: invitationOf({ answeredAt: NOW - 1, reviewId: "r" }) },
      { job: jobOf({ id: "j2", skippedAt: 1, emailDigest: "e2", nameDigest: null }), invitation: null },
    ],
    unsubscribed: new Set(),
    removed: [],
    contested: new Set(["r"]),
    reported: new Set(),
    answers: [{ id: "r", date: "2026-05-04", rating: 2, withheld: "abuse" }],
    policies: [{ at: NOW - 9, policy: recordSettings({ ...POLICY, incentive: "<b>A voucher</b>" }) }],
  },
  { policy: POLICY, now: NOW, timeZone: "UTC" },
);
const publication = publicationOf(businessOf(), manyReviews(3), { record: JSON.stringify(kept) });

describe("/record", () => {
  test.each([
    ["/record", "Who was asked, and what is left out", "4 May 2026", "By the business’s decision", "Q2 2026"],
    [
      "/es/record",
      "A quién se pidió una reseña y qué queda fuera",
      "4 de mayo de 2026",
      "Por decisión de la empresa",
      "T2 2026",
    ],
    ["/fr/record", "Qui a été sollicité, et ce qui est écarté", "4 mai 2026", "Décision de l’entreprise", "T2 2026"],
    ["/de/record", "Wer gefragt wurde und was fehlt", "4. Mai 2026", "Entscheidung des Betriebs", "Q2 2026"],
  ])("%s shows numbers, reasons, gaps and settings", async (path, title, date, reason, quarter) => {
    const { status, html } = await pageAt(publication, path);
    expect(status).toBe(200);
    for (const words of [title, date, reason, quarter, "&lt;b>A voucher&lt;/b>"]) expect(html).toContain(words);
  });

  test("has a space before French colons", async () => {
    expect((await pageAt(publication, "/fr/record")).html).not.toMatch(/\p{L}: \d/u);
  });

  test("states that no customer has been asked while invitations were never on", async () => {
    const { html } = await pageAt(publicationOf(businessOf(), manyReviews(3)), "/record");
    expect(html).toContain("No customer has been asked through this site yet.");
    expect(html).not.toContain('<th scope="col">Asked</th>');
  });
});
