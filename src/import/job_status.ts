/**
 * What became of a job, as the columns of a list have it: finished, not finished or cancelled.
 *
 * Other programs' words are an open set. A value that is not known here is asked about: taken for finished, it would invite
 * customers whose job never took place.
 */
import { foldName } from "../review/mod.ts";
import { readWrittenDay } from "./columns/dates.ts";
import { DOCUMENT_WORDS, type JobState, LEDGER_WORDS, NO_WORDS, STATUS_WORDS, YES_WORDS } from "./columns/job_words.ts";
import { headerWords } from "./moderation.ts";

/**
 * How a column has the state of a job: `status` in words, `visit` in words about one of several visits, `document` in words
 * about the invoice or the estimate, `finished` and `cancelled` by a yes or a day, `cancel_note` by whatever is written, as it is
 * filled for cancelled jobs alone, `obstacle` by a yes that has to be asked about, `type` only where it names a document that is
 * not about finished work, `document_type` where each value is a type of document.
 */
export type StatusKind =
  | ("status" | "visit" | "document" | "finished" | "cancelled" | "cancel_note" | "obstacle")
  | ("type" | "document_type");

const words = (text: string) => text.split(" ");
const LABELS = new Set(words("name label value text title display description code"));
const STATUS =
  /^(?:\w*status|statut|estado|etat|stage|phase|etapa|etape|situacion|bearbeitungsstand|zustand|progress|fortschritt|avancement|state|disposition)$/;
/** Names of a place as well. */
const OR_PLACE = /^(?:state|estado|etat)$/;
const FINISHED =
  /^(?:complete|completed|done|finished|closed|erledigt|abgeschlossen|fertig|fertiggestellt|beendet|terminad[oa]|completad[oa]|finalizad[oa]|realizad[oa]|hech[oa]|cerrad[oa]|terminee?|achevee?|finie?|effectuee?|cloturee?|realisee?)$/;
const CANCELLED =
  /^(?:cancel|cancell?ed|cancell?ing|cancell?ation|void|voided|deleted|noshow|storniert|storno|stornodatum|stornogrund|abgesagt|abgebrochen|annulee?|annulation|cancelad[oa]|cancelacion|anulad[oa]|anulacion)$/;
/** Words around the one that counts. */
const AROUND = new Set(
  words(
    "is was has been percent the of at on date time datetime utc job work visit appointment order wo service am um zum le la el l d de del des du fecha datum auftrag auftrags trabajo servicio orden obra cita visita travail travaux intervention chantier",
  ),
);
/** Around what is cancelled, also its reason and its author. */
const ON_CANCELLING = new Set(
  words("by reason reasons grund durch motivo por raison motif note notes comment comments type category"),
);
const AROUND_CANCELLED = new Set([...AROUND, ...ON_CANCELLING, "for"]);
const OBSTACLES: ReadonlySet<string> = new Set(
  [
    ...["no access", "no entry", "access denied", "locked out", "not home", "not at home", "customer not home"],
    ...["kein Zugang", "nicht angetroffen", "sin acceso", "pas d'accès"],
  ].map(foldName),
);
const VISIT = new Set(words("visit visits appointment event booking termin einsatz visita cita visite rdv"));
const DOCUMENT = new Set(
  words(
    "invoice billing bill estimate quote proposal rechnung rechnungs angebot angebots factura presupuesto facture devis",
  ),
);
/** Words of things whose status has no bearing on the job. */
const OF_OTHERS =
  /^(?:payments?|lead|customer|client|contact|email|mail|sms|text|message|invitation|review|subscription|sync|marital|employment|technician|tech|employee|user|account|member|membership|contract|warranty|tax|equipment|asset|deposit|timesheet|approval|marketing|newsletter|consent|opt|zahlungs?|zahlungsstatus|kunden?|kundenstatus|pago|paiement|kunde)$/;

/** How a column of this name has the state of a job; null when it has none. */
export function statusKindOf(column: string): StatusKind | null {
  const all = headerWords(column).map(foldName);
  const last = all.findLastIndex((word) => !LABELS.has(word));
  const name = all.slice(0, last + 1);
  if (name.length === 0) return null;
  if (isMadeOf(name, CANCELLED, AROUND_CANCELLED)) {
    return name.some((word) => ON_CANCELLING.has(word) || word === "stornogrund") ? "cancel_note" : "cancelled";
  }
  if (name.join("").replace("customer", "") === "noshow") return "cancelled";
  if (OBSTACLES.has(name.join(""))) return "obstacle";
  if (isMadeOf(name, FINISHED, AROUND)) return "finished";
  if (TYPES.has(name.join(""))) return "type";
  const isFirst = STATUS.test(name[0] ?? "");
  if (!isFirst && !STATUS.test(name.at(-1) ?? "")) return null;
  const others = isFirst ? name.slice(1) : name.slice(0, -1);
  if (OF_OTHERS.test(name.at(-1) ?? "") || others.some((word) => OF_OTHERS.test(word))) return null;
  if (others.some((word) => DOCUMENT.has(word))) return "document";
  if (others.some((word) => VISIT.has(word))) return "visit";
  // What follows must be about the job: not "status changed at".
  return isFirst && name.length > 1 && !others.every((word) => AROUND.has(word) || word === "id") ? null : "status";
}

/** Whether a column of this name may hold a part of an address. */
export function maybePlace(column: string): boolean {
  return OR_PLACE.test(foldName(column.replace(/^.*\./, "")).replace(/id$/, ""));
}

/** Whether a column has keys of a status, which are less clear than its words. */
export function isStatusId(column: string): boolean {
  return headerWords(column).at(-1) === "id";
}

/** Whether a column's name is that of a status in some lists, and of what was done in others. */
export function maybeReport(column: string): boolean {
  return /^(?:.*\.)?(?:\w+ )?disposition\b/i.test(column.replaceAll("_", " "));
}

/** Whether a column of days is about when work was planned: that does not show that it was done. */
export function isPlannedDay(column: string): boolean {
  return /sched|start|appoint|plan|termin|program|pr[eé]vue?|cita\b|rdv|rendez/i.test(column);
}

function isMadeOf(name: readonly string[], main: RegExp, around: ReadonlySet<string>): boolean {
  return name.some((word) => main.test(word)) && name.every((word) => main.test(word) || around.has(word));
}

const TYPES: ReadonlySet<string> = new Set(
  [
    ...["type", "kind", "job type", "visit type", "appointment type", "transaction type", "document type"],
    ...["record type", "Belegart", "Belegtyp", "Dokumenttyp", "Dokumentart", "Vorgangsart", "Auftragsart", "Typ"],
    ...["tipo", "tipo de documento", "tipo documento", "tipo de trabajo", "type de document", "type document"],
    ...["nature", "type de pièce", "type pièce"],
  ].map(foldName),
);

const YES = new Set(YES_WORDS.map(foldName));
const NO = new Set(NO_WORDS.map(foldName));
const TICK = /^[✓✔☑✅]\uFE0F?$/u;
const CROSS = /^[✗✘✕✖❌☐☒]\uFE0F?$/u;

/** The yes or no of a cell; a day and a tick are a yes. Null for anything else. */
export function readYesOrNo(cell: string): boolean | null {
  const [word, sign] = [foldName(cell), cell.trim()];
  if (NO.has(word) || /^0+$/.test(word) || CROSS.test(sign)) return false;
  return YES.has(word) || TICK.test(sign) || readWrittenDay(cell).kind !== "none" || null;
}

function byWord(states: Readonly<Partial<Record<JobState, readonly string[]>>>): ReadonlyMap<string, JobState> {
  const entries = Object.entries(states) as [JobState, readonly string[]][];
  return new Map(entries.flatMap(([state, list]) => list.map((word) => [foldName(word), state] as const)));
}

const STATES = byWord(STATUS_WORDS);
const DOCUMENTS = byWord(DOCUMENT_WORDS);
const LEDGER = new Map([...DOCUMENTS, ...byWord(LEDGER_WORDS)]);

/** Whether a column of types is one of documents: of "Drain cleaning" and "Estimate" only the latter has a bearing. */
export function isOfDocuments(cells: readonly string[]): boolean {
  return cells.some((cell) => DOCUMENTS.get(foldStatus(cell)) === "finished");
}

/** Whether most of the different values of a column that has another name are those of a status, and one stops a job. */
export function looksLikeStatus(column: string, cells: readonly string[]): boolean {
  if (
    headerWords(column)
      .map(foldName)
      .some((word) => OF_OTHERS.test(word))
  )
    return false;
  const values = [...new Map(cells.map((cell) => [foldStatus(cell), cell])).values()].filter(
    (cell) => foldStatus(cell) !== "",
  );
  const states = values.map((cell) => readStatus("status", cell, new Map()));
  return states.includes("cancelled") && states.filter((state) => state !== "unknown").length * 2 >= values.length;
}
/** What stands in the place of a reason where nothing was cancelled. */
const NO_REASON = /^(?:n\/?a|not? (?:applicable|cancell?ed|reason)|nicht storniert|kein grund|ninguno|aucune?)$/i;
/** "pro canceled", "Cancelled - weather": a word of cancelling without a negation. */
const CANCELLING = /\b(?:cancell?(?:ed|ation|ado|ada)?|annul\w*|anulad\w*|anulow\w*|geannul\w*|storn\w*|abgesagt)\b/;
const NEGATION = /\b(?:not|no|non|un|nicht|sin)\b/;

/** The owner's answers: what a value means, by the value folded by {@link foldStatus}. */
export type StatusWords = ReadonlyMap<string, JobState>;

/** A value as it is compared with {@link StatusWords}. */
export function foldStatus(value: string): string {
  return foldName(value) || value.replace(/[\p{P}\p{Z}\s]/gu, "");
}

/** What a cell has of the state of a job: null for nothing. */
export function readStatus(kind: StatusKind, cell: string, answered: StatusWords): JobState | "unknown" | null {
  const word = foldStatus(cell);
  if (word === "") return null;
  const answer = answered.get(word);
  if (answer !== undefined) return answer;
  if (kind === "type" || kind === "document_type") {
    const document = kind === "type" ? (DOCUMENTS.get(word) ?? null) : (LEDGER.get(word) ?? "unknown");
    return document === "finished" ? null : document;
  }
  if (kind === "finished" || kind === "cancelled") {
    const isYes = readYesOrNo(cell);
    if (isYes !== null) return isYes ? kind : kind === "finished" ? "not_finished" : null;
    if (kind === "finished" && /^\s*\d{1,2}\s?%\s*$/.test(cell)) return "not_finished";
    if (kind === "finished" && /^\s*100\s?%\s*$/.test(cell)) return "finished";
  }
  if (kind === "cancel_note") return readYesOrNo(cell) === false || NO_REASON.test(cell.trim()) ? null : "cancelled";
  if (kind === "obstacle") {
    const isYes = readYesOrNo(cell);
    if (isYes !== null) return isYes ? "unknown" : null;
  }
  const known = STATES.get(word);
  if (known !== undefined) return known;
  const plain = headerWords(cell).map(foldName).join(" ");
  return CANCELLING.test(plain) && !NEGATION.test(plain) ? "cancelled" : "unknown";
}

const IN_WORDS: readonly StatusKind[] = ["visit", "status", "document"];

/**
 * What several columns have together: cancelled by any is cancelled, and not finished by any is not finished, but that one
 * visit counts more than the job it belongs to, and both more than the document.
 */
export function combineStates(
  read: readonly { readonly kind: StatusKind; readonly state: JobState | "unknown" | null }[],
): JobState | "unknown" | null {
  if (read.some(({ state }) => state === "cancelled")) return "cancelled";
  const inWords = IN_WORDS.find((kind) => read.some((each) => each.kind === kind));
  const states = read.flatMap(({ kind, state }) => (kind === inWords || !IN_WORDS.includes(kind) ? [state] : []));
  for (const each of ["unknown", "not_finished", "finished"] as const) if (states.includes(each)) return each;
  return null;
}
