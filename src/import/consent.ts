/** Reads whether a customer agrees to messages. The owner is asked about every column that may contain a refusal and is unclear. */
import { foldName } from "../review/mod.ts";
import { readYesOrNo } from "./job_status.ts";
import { headerWords } from "./moderation.ts";
import { meaningsOf } from "./words.ts";

/** What a yes means: it `allows` or `forbids` messages. `tags`, `notes`: only refusals count. `mentions`, `unsure`: the owner is asked. */
export type ConsentKind = "allows" | "forbids" | "tags" | "notes" | "mentions" | "unsure";

const REACH =
  "(?:contact(?:ed)?|e ?mails?|mails?|mailings?|calls?|phone|texts?|sms|messages?|disturb|market(?:ing)?|survey(?:s|ed)?|solicit\\w*|reviews?|spam|newsletters?|advert\\w*|promotions?)";
const FORBIDS: readonly RegExp[] = [
  new RegExp(`\\b(?:do ?not|don ?t|never|no|not)(?: (?:send|be|to|get|receive|any|want|ok))* ?${REACH}\\b`),
  /\bopt(?:ed|s)? ?out|\bunsub|\bdn[cdem]\b|\bblack ?list|\bblock ?list|\bsuppress/,
  /\b(?:skip|exclude|omit)(?:d|s)?\b.*\b(?:reviews?|review ?requests?|mails?|e ?mails?|messages?|contact|marketing)\b|^stop$|\bstop (?:pub|sms|e ?mails?|mails?)/,
  /\bconsent (?:withdrawn|revoked|refused|denied)|\b(?:withdrawn|revoked|refused) consent/,
  /\bkeine? (?:werbung|e ?mails?|mails?|kontakt|anrufe|newsletter|bewertung\w*)/,
  /\bnicht (?:\w+ )?(?:kontaktieren|anrufen|anschreiben|anmailen|bewerben|erwunscht)/,
  /abgemeldet|abmeldung|\bgesperrt\b|widerspr\w+|widerruf\w*|werbesperre|kontaktsperre|mailsperre|sperrvermerk|abbestellt/,
  /\bno (?:contactar|llamar|enviar|molestar|publicidad|desea|quiere|acepta)/,
  /\bbaja\b|desuscri|\boposicion\b|lista robinson/,
  /\bne (?:pas|plus) (?:contacter|appeler|relancer|envoyer|demarcher|solliciter)/,
  /\bliste rouge\b|\bpas de (?:pub\w*|e ?mails?|mails?|contact|relance|demarchage)|desabonn|desinscri|\bopposition\b|bloctel|\brefus\b/,
];
const ALLOWS: readonly RegExp[] = [
  /consent|\bopt(?:ed|s)? ?in\b|\bsubscribed\b|\bgdpr\b|\bdsgvo\b|\brgpd\b|\blopd\b/,
  new RegExp(
    `\\b(?:accepts?|allow(?:s|ed)?|ask|may|can|ok(?: to)?|permission(?: to)?|agree[sd]?(?: to)?|wants?|receives?|enabled?)\\b.*\\b(?:${REACH}|notifications?|communications?|follow ?ups?)\\b`,
  ),
  /^(?:is )?(?:contactable|reachable)$|\breview ?requests?\b|\brequest ?reviews?\b|\bnotifications? (?:enabled|on|allowed)\b/,
  new RegExp(`\\b${REACH} (?:ok|allowed|permission|enabled)\\b`),
  /\bkontakt (?:erwunscht|erlaubt)|einwilligung|zustimmung|einverstandnis|einverstanden|werbeerlaubnis|kontakterlaubnis|\bdarf (?:\w+ )?(?:kontaktiert|angeschrieben|angerufen)/,
  /consentimiento|\bautoriza|\b(?:acepta|permite)\b.*\b(?:publicidad|comunicaciones|marketing|contacto|correos?|e ?mails?|mensajes)|\bsuscrit[oa]\b/,
  /consentement|\b(?:accepte|accord)\b.*\b(?:e ?mails?|mails?|sms|pub\w*|contact|newsletter|communications?)\b|\babonnee?\b|\bautorisation\b/,
];
const UNSURE: readonly RegExp[] = [
  /^(?:is )?blocked$|\bspam complaints?\b|\bautomat(?:ed|ic) (?:messages?|e ?mails?|sms|texts?)\b|^follow ?ups?$/,
  /\bmarketing\b|\bnewsletter|\bpromotion|\bmailing|\bsubscri|\bsolicit|\bdo not\b|\bpermission/,
  /\b(?:contact|communications?|e ?mails?|notifications?|sms|texts?)\b.*\bpref\w*|\bpref\w*\b.*\b(?:contact|communications?|notifications?)\b/,
  /\bnotifications?\b|\breview ?(?:invit|solicit)|bewertungs(?:anfrage|einladung|bitte)|\bwerbung\b|\bwerbe|\bkontaktieren\b/,
  /\bpublicidad\b|\bboletin\b|\bcomunicaciones\b|\bresenas?\b|\bpublicite\b|\bdemarch|\bprospection\b|\bdemandes? d avis\b/,
];
/** Names of columns in which a request may be an objection to messages. */
const PRIVACY =
  /\bprivacy\b(?!.*\bpolicy\b)|\b(?:gdpr|dsgvo|rgpd) (?:request|erasure|deletion|anfrage)|\bdatenschutz(?:anfrage|wunsch)?\b|\bprivacidad\b|\bconfidentialite\b/;
const TAGS =
  /^(?:(?:customer|client|contact|job|kunden) )?(?:tags?|labels?|groups?|segments?|flags?|schlag ?worte?|schlagworter|etiquetas?|etiquettes?|kennzeichen)(?: name)?$/;
const OTHER_SUBJECT =
  /\b(?:sources?|campaigns?|channel|medium|cost|budget|spend|lead|referr\w+|urls?|links?|id|invoices?|quotes?|payments?|reminders?|templates?|counts?|total|sent|requested|received|last|address)\b/;

export function consentKindOf(column: string): ConsentKind | null {
  const name = headerWords(column).map(foldName).join(" ");
  if (TAGS.test(name)) return "tags";
  if (FORBIDS.some((pattern) => pattern.test(name))) return "forbids";
  if (PRIVACY.test(name)) return "unsure";
  if (OTHER_SUBJECT.test(name)) return null;
  if (ALLOWS.some((pattern) => pattern.test(name))) return "allows";
  return UNSURE.some((pattern) => pattern.test(name)) ? "unsure" : null;
}

const CONSENTS = meaningsOf<"given" | "refused">("consent");

/** Whether a filled cell allows messages to the customer; null if it cannot be read. */
export function readConsent(kind: Exclude<ConsentKind, "unsure" | "mentions">, cell: string): boolean | null {
  if (kind === "tags") return hasRefusal(cell) ? false : null;
  if (kind === "notes") return mentionsRefusal(cell) ? false : null;
  const consent = CONSENTS.get(foldName(cell));
  if (consent !== undefined) return consent === "given";
  const isYes = readYesOrNo(cell);
  return isYes === null ? null : isYes === (kind === "allows");
}

/** Whether one of several labels in a cell is a refusal. */
function hasRefusal(cell: string): boolean {
  return cell.split(/[,;|\n]/).some((label) => {
    const words = headerWords(label).map(foldName).join(" ");
    return CONSENTS.get(foldName(label)) === "refused" || FORBIDS.some((pattern) => pattern.test(words));
  });
}

/** Refusals in notes. Narrower than {@link FORBIDS}, since notes often contain "no call" and "not home". */
const MENTIONS: readonly RegExp[] = [
  /\b(?:do ?not|don ?t|never|please no|not to be)(?: (?:ever|send|be|to|get|wants?|wish|like|receive|any|us|him|her|them|customer))* ?(?:contact(?:ed)?|e ?mail(?:s|ed)?|text(?:s|ed)?|sms|messages?|disturb(?:ed)?|market(?:ing)?|survey(?:s|ed)?|solicit\w*|reviews?|newsletters?)\b/,
  /\b(?:do ?not|don ?t|never) call(?: (?:again|any ?more))?$/,
  /\bno (?:further |more |future )?(?:contact|marketing|review requests?|surveys?|solicit\w*)\b/,
  /\bopt(?:ed|s)? ?out\b|\bunsubscribed?\b|\bprivacy (?:request|complaint)|\bgdpr\b|\bdsgvo\b/,
  /\bkeine? (?:werbung|kontaktaufnahme|bewertungs\w*|newsletter)\b|\bnicht (?:mehr )?(?:kontaktieren|anschreiben|anmailen)\b/,
  /\bwerbesperre\b|\bkontaktsperre\b|\bdatenschutz\w*/,
  /\bno (?:contactar|molestar|enviar (?:correos|publicidad|mensajes))\b|\bprivacidad\b/,
  /\bne (?:pas|plus) (?:contacter|relancer|demarcher|solliciter)\b|\bpas de (?:demarchage|relance)\b/,
];
const MAY_MENTION =
  /not|n['’]t|never|no |opt|unsub|privac|gdpr|dsgvo|kein|nicht|sperre|datenschutz|ne (?:pas|plus)|pas de/i;

export function mentionsRefusal(cell: string): boolean {
  if (!MAY_MENTION.test(cell)) return false;
  const words = headerWords(cell).map(foldName).join(" ");
  return MENTIONS.some((pattern) => pattern.test(words));
}
