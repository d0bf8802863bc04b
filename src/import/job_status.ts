/** Reads the outcome of a job from the columns of a list. The owner is asked about unknown words, lest customers of jobs that never took place are invited. */
import { foldName } from "../review/mod.ts";
import { readWrittenDay } from "./columns/dates.ts";
import type { JobState } from "./columns/job_words.ts";
import { headerWords } from "./moderation.ts";
import { meaningsOf, wordSet } from "./words.ts";

/**
 * `quote`: no state of it means finished. `cancel_note`: any text means cancelled. `obstacle`: the owner is asked about a yes;
 * `active`: about a no. `type`: only documents that are not of finished work count; `document_type`: every row has one.
 * `title`: what was done, or notes. `amount`: below zero, it is that of a credit.
 */
export type StatusKind =
  | ("status" | "visit" | "document" | "quote" | "finished" | "cancelled" | "cancel_note" | "obstacle" | "active")
  | ("type" | "document_type" | "title" | "amount");

const words = (text: string) => text.split(" ");
const LABELS = new Set(words("name label value text title display description code"));
const STATUS =
  /^(?:\w*status|statut|estado|etat|stage|phase|etapa|etape|situacion|bearbeitungsstand|zustand|progress|fortschritt|avancement|state|disposition)$/;
const OR_PLACE = /^(?:state|estado|etat)$/;
const FINISHED =
  /^(?:complete|completed|done|finished|closed|erledigt|abgeschlossen|fertig|fertiggestellt|beendet|terminad[oa]|completad[oa]|finalizad[oa]|realizad[oa]|hech[oa]|cerrad[oa]|terminee?|achevee?|finie?|effectuee?|cloturee?|realisee?)$/;
const CANCELLED =
  /^(?:cancel|cancell?ed|cancell?ing|cancell?ation|void|voided|deleted|noshow|storniert|storno|stornodatum|stornogrund|abgesagt|abgebrochen|annulee?|annulation|cancelad[oa]|cancelacion|anulad[oa]|anulacion)$/;
const AROUND = new Set(
  words(
    "is was has been percent the of at on date time datetime utc job work visit appointment order wo service am um zum le la el l d de del des du fecha datum auftrag auftrags trabajo servicio orden obra cita visita travail travaux intervention chantier",
  ),
);
const ON_CANCELLING = new Set(
  words("by reason reasons grund durch motivo por raison motif note notes comment comments type category"),
);
const AROUND_CANCELLED = new Set([...AROUND, ...ON_CANCELLING, "for"]);
const JOB_COLUMNS = meaningsOf<"obstacle" | "type" | "amount" | "active">("job_column");
const VISIT = new Set(words("visit visits appointment event booking termin einsatz visita cita visite rdv"));
const DOCUMENT = new Set(words("invoice billing bill rechnung rechnungs factura facture"));
const QUOTE = new Set(words("estimate quote proposal angebot angebots presupuesto devis"));
const OTHER_SUBJECT =
  /^(?:payments?|lead|customer|client|contact|email|mail|sms|text|message|invitation|review|subscription|sync|marital|employment|technician|tech|employee|user|account|member|membership|contract|warranty|tax|equipment|asset|deposit|timesheet|approval|marketing|newsletter|consent|opt|zahlungs?|zahlungsstatus|kunden?|kundenstatus|pago|paiement|kunde)$/;

/** How a column of this name expresses the state of a job; null if it does not. */
export function statusKindOf(column: string): StatusKind | null {
  const all = headerWords(column).map(foldName);
  const last = all.findLastIndex((word) => !LABELS.has(word));
  const name = all.slice(0, last + 1);
  if (name.length === 0) return null;
  if (isMadeOf(name, CANCELLED, AROUND_CANCELLED)) {
    return name.some((word) => ON_CANCELLING.has(word) || word === "stornogrund") ? "cancel_note" : "cancelled";
  }
  if (/^(?:is|was|markedas|customer|client)*noshow$/.test(name.join(""))) return "cancelled";
  const known = JOB_COLUMNS.get(name.join(""));
  if (known === undefined && isMadeOf(name, FINISHED, AROUND)) return "finished";
  if (known !== undefined) return known;
  const isFirst = STATUS.test(name[0] ?? "");
  if (!isFirst && !STATUS.test(name.at(-1) ?? "")) return null;
  const compound = /^(.+?)s?status$/.exec((isFirst ? name[0] : name.at(-1)) ?? "")?.[1] ?? [];
  const others = (isFirst ? name.slice(1) : name.slice(0, -1)).concat(compound);
  if (OTHER_SUBJECT.test(name.at(-1) ?? "") || others.some((word) => OTHER_SUBJECT.test(word))) return null;
  if (others.some((word) => DOCUMENT.has(word))) return "document";
  if (others.some((word) => QUOTE.has(word))) return "quote";
  if (others.some((word) => VISIT.has(word))) return "visit";
  // The following words must be about the job, unlike those of "status changed at".
  return isFirst && name.length > 1 && !name.slice(1).every((word) => AROUND.has(word) || word === "id")
    ? null
    : "status";
}

export function maybePlace(column: string): boolean {
  return OR_PLACE.test(foldName(column.replace(/^.*\./, "")).replace(/id$/, ""));
}

export function isStatusId(column: string): boolean {
  return headerWords(column).at(-1) === "id";
}

export function maybeReport(column: string): boolean {
  return /^(?:.*\.)?(?:\w+ )?disposition\b/i.test(column.replaceAll("_", " "));
}

/** Whether a column of days is about planned work, which does not prove that it was done. */
export function isPlannedDay(column: string): boolean {
  return /sched|start|appoint|plan|termin|program|pr[eé]vue?|cita\b|rdv|rendez/i.test(column);
}

function isMadeOf(name: readonly string[], main: RegExp, around: ReadonlySet<string>): boolean {
  return name.some((word) => main.test(word)) && name.every((word) => main.test(word) || around.has(word));
}

const ANSWERS = meaningsOf<"yes" | "no">("answer");
const TICK = /^[✓✔☑✅]\uFE0F?$/u;
const CROSS = /^[✗✘✕✖❌☐☒]\uFE0F?$/u;

export function readYesOrNo(cell: string): boolean | null {
  const word = foldName(cell);
  const sign = cell.trim();
  if (ANSWERS.get(word) === "no" || /^0+$/.test(word) || CROSS.test(sign)) return false;
  return ANSWERS.get(word) === "yes" || TICK.test(sign) || readWrittenDay(cell).kind !== "none" || null;
}

const DOCUMENTS = meaningsOf<JobState>("document");
const LEDGER = new Map([...DOCUMENTS, ...meaningsOf<JobState>("ledger")]);
const STATES = new Map([
  ...[...DOCUMENTS].filter(([, state]) => state !== "finished"),
  ...meaningsOf<JobState>("status"),
]);

export function isOfDocuments(cells: readonly string[]): boolean {
  return cells.some((cell) => DOCUMENTS.get(foldStatus(cell)) === "finished");
}

/** Whether at least half of the distinct values of a column are those of a status, and one means cancelled. */
export function looksLikeStatus(column: string, cells: readonly string[]): boolean {
  if (
    headerWords(column)
      .map(foldName)
      .some((word) => OTHER_SUBJECT.test(word))
  )
    return false;
  const values = [...new Map(cells.map((cell) => [foldStatus(cell), cell])).values()].filter(
    (cell) => foldStatus(cell) !== "",
  );
  const states = values.map((cell) => readStatus("status", cell, new Map()));
  return states.includes("cancelled") && states.filter((state) => state !== "unknown").length * 2 >= values.length;
}
const NO_REASON = /^(?:n\/?a|not? (?:applicable|cancell?ed|reason)|nicht storniert|kein grund|ninguno|aucune?)$/i;
/** The words of cancelling in "pro canceled" and "Cancelled - weather". */
const CANCELLING = /\b(?:cancell?(?:ed|ation|ado|ada)?|annul\w*|anulad\w*|anulow\w*|geannul\w*|storn\w*|abgesagt)\b/;
const NEGATION = /\b(?:not|no|non|un|nicht|sin)\b/;

/** The owner's answers, by the value folded by {@link foldStatus}. */
export type StatusWords = ReadonlyMap<string, JobState>;

/** Folds a value for comparison with {@link StatusWords}. */
export function foldStatus(value: string): string {
  return foldName(value) || value.replace(/[\p{P}\p{Z}\s]/gu, "");
}

/** Reads the state of a job from a cell; null if the cell does not affect it. */
export function readStatus(kind: StatusKind, cell: string, answered: StatusWords): JobState | "unknown" | null {
  if (kind === "title") return stateOfTitle(cell);
  if (kind === "amount") return isNegative(cell) ? "not_finished" : null;
  const word = foldStatus(cell);
  if (word === "") return null;
  const plain = byYesOrNo(kind, cell);
  if (plain !== undefined) return plain;
  const answer = answered.get(word);
  if (answer !== undefined) return answer;
  if (kind === "type" || kind === "document_type") {
    const ledger = kind === "type" ? undefined : (LEDGER.get(word) ?? "unknown");
    const document = ledger ?? DOCUMENTS.get(word) ?? stateOfTitle(cell);
    return document === "finished" ? null : document;
  }
  if (kind === "quote") {
    const state = readStatus("document", cell, answered);
    return state === "finished" ? "not_finished" : state;
  }
  if (kind === "finished" && /^\s*\d{1,2}\s?%\s*$/.test(cell)) return "not_finished";
  if (kind === "finished" && /^\s*100\s?%\s*$/.test(cell)) return "finished";
  if (kind === "cancel_note") return NO_REASON.test(cell.trim()) ? null : "cancelled";
  const known = STATES.get(word);
  if (known !== undefined) return known;
  const text = headerWords(cell).map(foldName).join(" ");
  return CANCELLING.test(text) && !NEGATION.test(text) ? "cancelled" : "unknown";
}

/** What a yes or a no means by the name of its column alone; undefined where the owner decides. */
function byYesOrNo(kind: StatusKind, cell: string): JobState | null | undefined {
  const meanings = YES_OR_NO[kind];
  const isYes = meanings === undefined ? null : readYesOrNo(cell);
  return isYes === null ? undefined : meanings?.[isYes ? "yes" : "no"];
}

const YES_OR_NO: Partial<
  Readonly<Record<StatusKind, { readonly yes?: JobState | null; readonly no?: JobState | null }>>
> = {
  finished: { yes: "finished", no: "not_finished" },
  cancelled: { yes: "cancelled", no: null },
  cancel_note: { no: null },
  obstacle: { no: null },
  active: { yes: null },
};

/** Whether amounts are written below zero throughout, as some programs do, so that it means nothing. */
export function areNegative(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => /[1-9]/.test(cell));
  return filled.length > 1 && filled.every(isNegative);
}

const isNegative = (cell: string) => NEGATIVE.test(cell) && /[1-9]/.test(cell);
const NEGATIVE =
  /^\D{0,4}[-−–]\D{0,4}\d[\d.,'\s]*\D{0,4}$|^\D{0,3}\(\D{0,4}\d[\d.,'\s]*\D{0,4}\)$|^\D{0,4}\d[\d.,']*\s?[-−]$/u;
const CALLED_OFF = /^(?:cancell?(?:ed|ation|ado|ada)|annul\w+|anulad\w+|storn\w+|abgesagt|no ?show)\b/;
const PUT_OFF = /^(?:rescheduled|postponed|verschoben|reprogramad[oa]|aplazad[oa]|reportee?)$/;
const QUOTED =
  /^(?:free |kostenlose[rs]? |unverbindliche[rs]? )?(?:estimates?|quotes?|quotation|angebot|kostenvoranschlag|presupuesto|cotizacion|devis)(?: (?:visit|appointment|request|only|besuch|termin))?$/;
/** How titles begin that are worth a closer look, since most of 50,000 are not. */
const MAY_BE_OFF =
  /^\P{L}*(?:cance|annul|anul|storn|abge|no\P{L}?show|resch|postp|versch|reprog|apla|repor|free|kosten|unver|estim|quot|ange|presu|cotiz|devis)/iu;
const NOTES = wordSet("column", "notes");

/** Whether a column is one of notes or labels, some of which begin with what became of the job. */
export function hasOutcomes(column: string, cells: readonly string[]): boolean {
  const isOfNotes = headerWords(column)
    .map(foldName)
    .some((word) => NOTES.has(word));
  return isOfNotes && cells.some((cell) => stateOfTitle(cell) !== null);
}

/** "CANCELLED - gutters", "Estimate: repipe": calendars and small programs have no other place for it. */
function stateOfTitle(cell: string): JobState | null {
  const labels = cell.includes(",") || cell.includes(";") ? cell.split(/[,;]/) : [];
  if (labels.length > 0 && labels.every((label) => label.trim().split(/\s+/).length <= 3)) {
    return labels.map(stateOfTitle).find((state) => state !== null) ?? null;
  }
  if (!MAY_BE_OFF.test(cell)) return null;
  const plain = (text: string) => headerWords(text).map(foldName).join(" ");
  if (CALLED_OFF.test(plain(cell))) return "cancelled";
  const beginning = plain(cell.split(/:|\s-|-\s|[–—(|]/)[0] ?? "");
  return QUOTED.test(beginning) || PUT_OFF.test(beginning) ? "not_finished" : null;
}

const IN_WORDS: readonly StatusKind[] = ["visit", "status", "document", "quote"];

/** A job is cancelled if it is in any column, else not finished if it is in any, else unknown. Of columns in words, the visit outranks the job, the job the document, the document the quote. */
export function combineStates(
  read: readonly { readonly kind: StatusKind; readonly state: JobState | "unknown" | null }[],
): JobState | "unknown" | null {
  if (read.some(({ state }) => state === "cancelled")) return "cancelled";
  const inWords = IN_WORDS.find((kind) => read.some((each) => each.kind === kind && each.state !== null));
  const states = read.flatMap(({ kind, state }) => (kind === inWords || !IN_WORDS.includes(kind) ? [state] : []));
  for (const each of ["not_finished", "unknown", "finished"] as const) if (states.includes(each)) return each;
  return null;
}
