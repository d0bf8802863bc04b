/**
 * The prices that customers name, each in its sentence. Sums of another company, of somebody else's bill, of what was saved or of
 * what it might have cost are left out: a missed price does no harm, a wrong one does.
 */
import type { Publication } from "../publication/mod.ts";
import { type Mentioned, reviewsOf } from "./entity.ts";
import type { Quote } from "./insights_view.ts";

/** Reviews that are read for prices: the newest that match. */
const MAX_READ = 100;
const PRICE = /[$£€]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|(?:EUR|Euros?|CHF|USD|GBP|Franken)(?![\p{L}]))/iu;
const MAX_QUOTE_LENGTH = 200;

interface NamedPrice extends Quote {
  readonly price: string;
}

/** The first price of this business that each of the newest reviews of an entry names, or of all reviews. */
export function namedPrices(publication: Publication, query: Mentioned["query"] = {}): NamedPrice[] {
  const reviews = reviewsOf(publication, publication.search({ ...query, limit: MAX_READ }));
  return reviews.flatMap(({ id, rating, language, date, date_precision, text }) => {
    const named = priceNamedIn(text, language);
    return named === null ? [] : [{ ...named, review_id: id, language, rating, date, date_precision }];
  });
}

/** The first price of this business that a text names; `language` is its BCP 47 tag, English where it is unknown. */
export function priceNamedIn(
  text: string,
  language: string | null | undefined,
): { readonly price: string; readonly quote: string } | null {
  const words = WORDS[(language ?? "en").split("-", 1)[0] ?? ""];
  if (words === undefined) return null;
  let isOfOthers = false;
  for (const sentence of text.split(/(?<=[.!?…])\s+|\n+/)) {
    isOfOthers = words.others.test(sentence) || (isOfOthers && words.continued.test(sentence));
    const isShort = sentence.length <= MAX_QUOTE_LENGTH;
    const price = isShort ? PRICE.exec(sentence)?.[0].replace(/[.,]+$/, "") : undefined;
    if (price !== undefined && !isOfOthers) return { price, quote: sentence.trim() };
  }
  return null;
}

interface PriceWords {
  readonly others: RegExp;
  /** The beginning of a sentence that goes on about those of the sentence before. */
  readonly continued: RegExp;
}

/** The languages that can be read for it: in others it is unknown whose price it is. */
const WORDS: Readonly<Record<string, PriceWords>> = {
  en: {
    others: anyOf(
      "another|other|others|elsewhere|different (?:company|contractor|plumber|electrician|roofer|quote)",
      "(?:previous|prior|former|last|next|second|first) (?:company|contractor|plumber|electrician|roofer|guy|quote|bid|estimate|opinion)s?",
      "(?:quote|estimate|bid)s? (?:from|by)|competit(?:ors?|ion|ing)|rivals?|big.box|chain|home depot|lowe'?s|amazon|online",
      "neighbou?rs?(?:'s)?|friends?(?:'s)?|brother.in.law|landlord|realtor|insurance|insurer|deductible|mortgage",
      "sav(?:e|es|ed|ing|ings)|instead of|rather than|(?:w|c|sh)ould(?: have|'ve|ve| of)|might have|expect(?:ed|ing)|feared|dreaded|budget(?:ed)?",
      "rebates?|coupons?|vouchers?|discounts?|refund(?:ed|s)?|tip(?:ped)?|gift|worth|damages?|fined",
      "one (?:wanted|quoted|asked|charged|was)|over (?:the|their|his) (?:estimate|quote|budget|price)",
      "[$£€]\\s?\\d[\\d.,]*k? (?:off|back|less|more|cheaper|higher|houses?|homes?|condos?|cars?|trucks?)",
    ),
    continued: /^\W*(?:they|he|she|their|his|her)\b/i,
  },
  de: {
    others: anyOf(
      "andere[rnms]?|anderswo|woanders|konkurrenz|(?:mit|wett)bewerber[sn]?|(?:vorige|vorherige|frühere|letzte|zweite|erste)[rnms]? (?:firma|betrieb|handwerker|installateur|elektriker|angebot|meinung)",
      "nachbar(?:n|in|s)?|freund(?:e|in|s)?|bekannte[rn]?|makler|vermieter|versicherung|selbstbeteiligung|baumarkt|amazon|internet|online",
      "gespart|erspart|sparen|sparte[n]?|ersparnis|statt|anstatt|anstelle|hätte[nt]?|wäre[nt]?|könnte[nt]?|befürchtet|erwartet|gerechnet",
      "gutschein|rabatt|nachlass|trinkgeld|zuschuss|förderung|erstattet|zurück(?:erstattet|bekommen)?|schaden|wert|günstiger|billiger|kaufpreis",
    ),
    continued: /^\W*(?:die|der|sie|er|dort|deren)(?!\p{L})/iu,
  },
  es: {
    others: anyOf(
      "otr[oa]s?|competencia|competidor(?:es)?|vecin[oa]s?|amig[oa]s?|caser[oa]|inmobiliaria|anterior(?:es)?|(?:segund|primer)[oa]? (?:presupuesto|opinión|técnico|plomero|fontanero|empresa)",
      "ahorr\\p{L}*|en vez de|en lugar de|h(?:abría|ubiera|ubiese)[ns]?|podría[ns]?|esperaba|temía|aseguradora|(?:el|del|mi) seguro|franquicia|hipoteca|subvención",
      "descuento|cupón|propina|reembols\\p{L}*|devolvieron|daños|amazon|internet|(?:casa|piso|vivienda) de",
    ),
    continued: /^\W*(?:ellos|ellas|él|ella|esos|esa|ese)(?!\p{L})/iu,
  },
  fr: {
    others: anyOf(
      "autres?|d'autres|ailleurs|concurren(?:ce|ts?)|voisine?s?|amie?s?|précédente?s?|ancien (?:plombier|chauffagiste)|(?:deuxième|second|premier) (?:devis|avis|artisan|plombier)",
      "(?:l'|d')?économi\\p{L}*|épargné|au lieu|plutôt que|(?:m'|nous )?aur(?:ait|aient|ais|ions)|pourrait|craignais|attendais|(?:l'|d'|mon )?assurance|franchise|agence",
      "remise|réduction|pourboire|rembours\\p{L}*|prime|subvention|dégâts|amazon|internet|(?:maison|appartement) (?:à|de)",
    ),
    continued: /^\W*(?:ils|elles|eux|il|elle|leur)(?!\p{L})/iu,
  },
};

/** Any of some words, whole, whatever the case and the apostrophe. */
function anyOf(...choices: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${choices.join("|").replaceAll("'", "['’]")})(?!\\p{L})`, "iu");
}
