/** What columns of other programs have of a job's state and of a customer's consent. */
import { describe, expect, test } from "bun:test";
import {
  combineStates,
  consentKindOf,
  readConsent,
  readStatus,
  type StatusKind,
  statusKindOf,
} from "../../src/import/mod.ts";

const KINDS: readonly (readonly [kind: StatusKind | null, columns: string])[] = [
  ["status", "status|Job status|work_status|jobStatus|status.name|Work Order Status|Auftragsstatus|Statut|Estado|État"],
  [
    "status",
    "Estado del trabajo|Statut de l'intervention|Stage|Deal stage|State|Bearbeitungsstand|Status des Auftrags",
  ],
  [
    "visit",
    "Visit status|Appointment Status|Statut de la visite|Terminstatus|appointmentStatus".replace("|Terminstatus", ""),
  ],
  ["document", "Invoice status|Estimate Status|Quote status|Status der Rechnung|Estado de la factura"],
  ["finished", "completed|Is Completed|isDone|Job completed?|Finished|Erledigt|Terminado|Terminé|closed_at"],
  ["cancelled", "cancelled|Canceled at|cancelledAt|Is Cancelled|Void|voided|deleted_at|No show"],
  ["cancelled", "Cancel date|Storniert am|Stornodatum|Date d'annulation|Fecha de cancelación|Anulado|Annulée le"],
  ["cancel_note", "Cancellation reason|cancel_reason|Reason for cancelling|Stornogrund|canceled_by|Cancellation notes"],
  ["cancel_note", "Motivo de cancelación|Raison d'annulation|Motif d'annulation"],
  ["obstacle", "No Access|no_access|Not home|Kein Zugang|Pas d'accès|Sin acceso"],
  ["status", "status_id|Status ID|Disposition|Job disposition"],
  ["type", "Type|Job type|Transaction type|Document Type|Belegart|Tipo|Type de document"],
  [null, "Payment status|Lead status|customer.status|Email status|Status changed at|Subscription status"],
  [null, "Marital status|Customer|Completed by|Cancellation fee|Client deleted|Title|Notes|Statusbericht"],
];

test.each(KINDS)("statusKindOf() takes %p columns by their names", (kind, columns) => {
  const names = columns.split("|");
  expect(names.map((name) => [name, statusKindOf(name)])).toEqual(names.map((name) => [name, kind]));
});

const STATES: readonly (readonly [state: ReturnType<typeof readStatus>, values: string])[] = [
  [
    "finished",
    "Completed|complete unrated|complete rated|Done|Closed|Archived|Requires invoicing|requires_invoicing|Paid",
  ],
  ["finished", "Erledigt|abgeschlossen|Fakturiert|Finalizado|TERMINADA|Facturado|Terminé|Clôturée|facturée|à facturer"],
  ["not_finished", "Scheduled|in progress|InProgress|needs scheduling|Upcoming|Hold|Draft|Estimate|Quote|Pending|Late"],
  ["not_finished", "Active|Dispatched|Unscheduled|Not completed|Tentative|geplant|in Arbeit|nicht erledigt|Pendiente"],
  ["not_finished", "En curso|Programado|en cours|Planifiée|À venir|devis|Presupuesto|Angebot"],
  [
    "cancelled",
    "Cancelled|pro canceled|user canceled|Customer Cancelled|CANCELED - weather|Void|Deleted|Declined|Lost",
  ],
  [
    "cancelled",
    "No show|no-show|Storno|storniert|Abgebrochen|Geannuleerd|Anulowane|annulée|Cancelado|Credit note|avoir",
  ],
  ["unknown", "Awaiting parts|Open|Sent|Confirmed|Zed|5|yes|not cancelled|Call back"],
  [null, "| "],
];

test.each(STATES)("readStatus() finds %p in the words of other programs", (state, values) => {
  const words = values.split("|");
  expect(words.map((word) => [word, readStatus("status", word, new Map())])).toEqual(
    words.map((word) => [word, state]),
  );
});

describe("readStatus()", () => {
  const read = (kind: StatusKind, ...cells: readonly string[]) =>
    cells.map((cell) => readStatus(kind, cell, new Map()));

  test("takes a yes and a day in any notation for cancelled, and a no for nothing", () => {
    const days = ["2026-11-10 09:00:00", "11/12/2026", "2026-11-10T09:00:00Z", "10. Nov 2026", "1794800000"];
    expect(read("cancelled", "yes", "TRUE", "1", "x", ...days)).toEqual(Array(9).fill("cancelled"));
    expect(read("cancelled", "no", "false", "0", "", "0000-00-00")).toEqual(Array(5).fill(null));
    expect(read("cancelled", "✓", "☑", "✅")).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(read("cancelled", "✗", "❌", "-", "☐")).toEqual([null, null, null, null]);
    expect(read("cancelled", "👍")).toEqual(["unknown"]);
  });

  test("takes a percentage below 100 for not finished", () => {
    expect(read("finished", "100%", "100 %", "50%", "0%")).toEqual([
      ...["finished", "finished", "not_finished", "not_finished"],
    ] as never);
  });

  test("asks for the types of documents it does not know, and invites for no bill or payment", () => {
    expect(read("document_type", "Invoice", "Rechnung", "Lieferschein", "Expense", "Stornorechnung")).toEqual([
      ...[null, null, "unknown", "not_finished", "cancelled"],
    ] as never);
    expect(read("type", "Check", "Order", "Deposit")).toEqual([null, null, null]);
  });

  test("takes completed: false for not finished, and a day for finished", () => {
    expect(read("finished", "false", "no", "0", "true", "2026-11-10")).toEqual([
      ...["not_finished", "not_finished", "not_finished"],
      ...["finished", "finished"],
    ] as never);
  });

  test("finds estimates and credit notes in a column of types, and nothing in its other words", () => {
    expect(read("type", "Estimate", "Credit Memo", "Invoice", "Drain cleaning", "ONE_OFF")).toEqual([
      ...["not_finished", "cancelled"],
      ...[null, null, null],
    ] as never);
  });

  test("goes by the owner's answers first", () => {
    const answers = new Map([
      ["awaitingparts", "not_finished"],
      ["scheduled", "finished"],
    ] as const);
    expect(["Awaiting  Parts", "scheduled"].map((cell) => readStatus("status", cell, answers))).toEqual([
      "not_finished",
      "finished",
    ]);
  });
});

test("readStatus() takes whatever a note on cancelling has for cancelled, and a yes about access for a question", () => {
  const cells = ["Customer moved", "No access", "Weather", "yes", "no", "-", "n/a", "Not cancelled", ""];
  expect(cells.map((cell) => readStatus("cancel_note", cell, new Map()))).toEqual([
    ...["cancelled", "cancelled", "cancelled", "cancelled"],
    ...[null, null, null, null, null],
  ] as never);
  const access = ["yes", "x", "no", "0", "", "Tenant away"];
  expect(access.map((cell) => readStatus("obstacle", cell, new Map()))).toEqual([
    ...["unknown", "unknown", null, null, null, "unknown"],
  ] as never);
});

test("combineStates() takes the worst of several columns, and a visit before the job that it belongs to", () => {
  const visit = { kind: "visit", state: "finished" } as const;
  expect(combineStates([visit, { kind: "status", state: "not_finished" }])).toBe("finished");
  expect(combineStates([visit, { kind: "status", state: "cancelled" }])).toBe("cancelled");
  expect(combineStates([visit, { kind: "finished", state: "not_finished" }])).toBe("not_finished");
  expect(combineStates([{ kind: "status", state: "unknown" }, visit])).toBe("finished");
  expect(combineStates([{ kind: "status", state: null }])).toBeNull();
});

const CONSENTS: readonly (readonly [kind: ReturnType<typeof consentKindOf>, columns: string])[] = [
  [
    "forbids",
    "Do Not Contact|Do Not Email|Do Not Mail|doNotCall|DNC|Opted out|Email Opt Out|HasOptedOutOfEmail|opt_out",
  ],
  ["forbids", "Unsubscribed|Unsubscribed at|Unsubscribed from all email|No marketing|no_review_requests|Don't text"],
  [
    "forbids",
    "Keine Werbung|Nicht kontaktieren|Abgemeldet am|Werbesperre|No contactar|Baja|Ne pas contacter|Désabonné",
  ],
  ["forbids", "Skip review|Exclude from reviews|Stop pub|STOP|Gesperrt|Liste rouge|DNM"],
  ["allows", "Contactable|Ask for review?|Kontakt erwünscht|Permite emails|Accepte emails|Accord communication"],
  ["tags", "Tags|Customer tags|client.tags|Labels|Etiquetas"],
  ["unsure", "Blocked|Automated messages|Follow up|Spam complaint"],
  ["allows", "consent|GDPR consent|Marketing consent|Email Opt In|optedIn|receivesReviewRequests|allowReviewRequest"],
  [
    "allows",
    "Receives review requests|accepts_marketing|OK to text|May contact|notifications_enabled|receivesFollowUps",
  ],
  ["allows", "Einwilligung|Zustimmung Newsletter|Consentement|Consentimiento|Acepta publicidad|DSGVO"],
  ["unsure", "Marketing|Newsletter|Contact preferences|client.communicationPreferences.email|Do not service|Werbung"],
  ["unsure", "Privacy request|privacy_requested|Datenschutz|GDPR request"],
  [null, "Lead source|Marketing source|Email|Contact name|Review link|Customer|City|Notes|Invoice sent|Job type|Phone"],
];

test.each(CONSENTS)("consentKindOf() takes a yes in %p columns by their names", (kind, columns) => {
  const names = columns.split("|");
  expect(names.map((name) => [name, consentKindOf(name)])).toEqual(names.map((name) => [name, kind]));
});

test("readConsent() reads yes and no, ticks, days and the words of the programs", () => {
  const forbids = ["yes", "X", "2026-05-01", "Unsubscribed", "opted out", "✓"];
  expect(forbids.map((cell) => readConsent("forbids", cell))).toEqual(forbids.map(() => false));
  const allows = ["ja", "true", "Opted in", "2026-05-01", "Granted"];
  expect(allows.map((cell) => readConsent("allows", cell))).toEqual(allows.map(() => true));
  const none = ["no", "0", "nein", "declined", "Do not contact", "révoqué"];
  expect(none.map((cell) => readConsent("allows", cell))).toEqual([false, false, false, false, false, null]);
  expect(["✗", "❌", "☐"].map((cell) => readConsent("allows", cell))).toEqual([false, false, false]);
  expect(readConsent("forbids", "no")).toBe(true);
  expect(readConsent("allows", "perhaps")).toBeNull();
});
