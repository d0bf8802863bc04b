/**
 * The places where customers write reviews, each under one id, however a file spells it.
 *
 * Data only. A new source is a new row; a new language is a few more words in {@link REVIEW_WORDS}.
 *
 * @module
 */

/** A known review site and the names and hosts that identify it. */
export interface RegisteredSource {
  /** Stable id, published as `source.name`. */
  readonly id: string;
  /** As people write it. */
  readonly name: string;
  /** Other names for the same place, beside id and name. Case, accents, spaces and punctuation make no difference. */
  readonly spellings?: readonly string[];
  /** Hosts of its pages; `yelp.*` stands for every country's domain. */
  readonly hosts?: readonly string[];
}

/** All known review sites. */
export const SOURCES: readonly RegisteredSource[] = [
  {
    id: "google",
    name: "Google",
    spellings: [
      "gmb",
      "gbp",
      "google business profile",
      "google my business",
      "google business",
      "google maps",
      "google places",
      "google local",
      "google local services",
      "google local services ads",
      "google guaranteed",
      "google unternehmensprofil",
      "google fiche d'établissement",
      "perfil de empresa de google",
      "googleマップ",
      "谷歌",
      "谷歌地图",
      "гугл",
      "гугл карты",
      "جوجل",
      "خرائط google",
    ],
    hosts: ["google.*", "maps.app.goo.gl", "goo.gl", "g.page", "g.co", "business.google.com"],
  },
  { id: "yelp", name: "Yelp", hosts: ["yelp.*", "yelp.to"] },
  {
    id: "facebook",
    name: "Facebook",
    spellings: ["fb", "meta", "facebook recommendations", "facebook page", "facebook business", "фейсбук"],
    hosts: ["facebook.com", "fb.com", "fb.me", "m.me"],
  },
  { id: "trustpilot", name: "Trustpilot", spellings: ["trust pilot"], hosts: ["trustpilot.*"] },
  {
    id: "angi",
    name: "Angi",
    spellings: ["angies list", "angie's list", "angi leads", "angi ads"],
    hosts: ["angi.com", "angieslist.com"],
  },
  {
    id: "homeadvisor",
    name: "HomeAdvisor",
    spellings: ["home advisor"],
    hosts: ["homeadvisor.com"],
  },
  { id: "thumbtack", name: "Thumbtack", spellings: ["thumb tack"], hosts: ["thumbtack.com"] },
  {
    id: "nextdoor",
    name: "Nextdoor",
    spellings: ["next door", "nextdoor recommendations"],
    hosts: ["nextdoor.*"],
  },
  {
    id: "bbb",
    name: "BBB",
    spellings: ["better business bureau", "bbb.org"],
    hosts: ["bbb.org"],
  },
  { id: "houzz", name: "Houzz", hosts: ["houzz.*"] },
  { id: "porch", name: "Porch", hosts: ["porch.com"] },
  { id: "checkatrade", name: "Checkatrade", spellings: ["check a trade"], hosts: ["checkatrade.com"] },
  { id: "trustatrader", name: "TrustATrader", spellings: ["trust a trader"], hosts: ["trustatrader.com"] },
  { id: "mybuilder", name: "MyBuilder", spellings: ["my builder"], hosts: ["mybuilder.com"] },
  { id: "ratedpeople", name: "Rated People", hosts: ["ratedpeople.com"] },
  { id: "bark", name: "Bark", hosts: ["bark.com"] },
  { id: "yell", name: "Yell", hosts: ["yell.com"] },
  {
    id: "yellowpages",
    name: "Yellow Pages",
    spellings: ["yp", "yp.com", "the real yellow pages"],
    hosts: ["yellowpages.*", "yp.com"],
  },
  { id: "homestars", name: "HomeStars", spellings: ["home stars"], hosts: ["homestars.com"] },
  { id: "hipages", name: "hipages", hosts: ["hipages.com.au"] },
  {
    id: "productreview",
    name: "ProductReview.com.au",
    hosts: ["productreview.com.au"],
  },
  { id: "werkspot", name: "Werkspot", hosts: ["werkspot.nl"] },
  {
    id: "klantenvertellen",
    name: "Klantenvertellen",
    spellings: ["kiyoh"],
    hosts: ["klantenvertellen.nl", "kiyoh.com"],
  },
  {
    id: "provenexpert",
    name: "ProvenExpert",
    spellings: ["proven expert"],
    hosts: ["provenexpert.com"],
  },
  { id: "myhammer", name: "MyHammer", spellings: ["my-hammer"], hosts: ["my-hammer.de", "myhammer.de"] },
  { id: "golocal", name: "golocal", hosts: ["golocal.de"] },
  {
    id: "11880",
    name: "11880",
    spellings: ["11880.com", "werkenntdenbesten"],
    hosts: ["11880.com", "werkenntdenbesten.de"],
  },
  { id: "gelbeseiten", name: "Gelbe Seiten", hosts: ["gelbeseiten.de"] },
  { id: "trustedshops", name: "Trusted Shops", hosts: ["trustedshops.*"] },
  { id: "ekomi", name: "eKomi", hosts: ["ekomi.*"] },
  {
    id: "pagesjaunes",
    name: "PagesJaunes",
    spellings: ["pages jaunes", "solocal"],
    hosts: ["pagesjaunes.fr"],
  },
  {
    id: "avisverifies",
    name: "Avis Vérifiés",
    spellings: ["verified reviews", "skeepers"],
    hosts: ["avis-verifies.com", "verified-reviews.com"],
  },
  { id: "travaux", name: "Travaux.com", hosts: ["travaux.com"] },
  { id: "habitissimo", name: "Habitissimo", hosts: ["habitissimo.*"] },
  { id: "paginasamarillas", name: "Páginas Amarillas", hosts: ["paginasamarillas.*"] },
  { id: "paginegialle", name: "PagineGialle", spellings: ["pagine gialle"], hosts: ["paginegialle.it"] },
  { id: "tripadvisor", name: "Tripadvisor", spellings: ["trip advisor"], hosts: ["tripadvisor.*"] },
  { id: "foursquare", name: "Foursquare", spellings: ["swarm"], hosts: ["foursquare.com"] },
  { id: "apple", name: "Apple Maps", spellings: ["apple business connect"], hosts: ["maps.apple.com"] },
  { id: "bing", name: "Bing", spellings: ["bing places", "bing maps"], hosts: ["bing.com"] },
  { id: "yandex", name: "Yandex", spellings: ["yandex maps", "яндекс", "яндекс карты"], hosts: ["yandex.*"] },
  { id: "2gis", name: "2GIS", spellings: ["2гис"], hosts: ["2gis.*"] },
  {
    id: "reviews.io",
    name: "REVIEWS.io",
    spellings: ["reviewsio", "reviews.co.uk"],
    hosts: ["reviews.io", "reviews.co.uk"],
  },
  { id: "feefo", name: "Feefo", hosts: ["feefo.com"] },
  { id: "judge.me", name: "Judge.me", spellings: ["judgeme"], hosts: ["judge.me"] },
  { id: "loox", name: "Loox", hosts: ["loox.io", "loox.app"] },
  { id: "okendo", name: "Okendo", hosts: ["okendo.io"] },
  { id: "stamped", name: "Stamped", spellings: ["stamped.io"], hosts: ["stamped.io"] },
  { id: "yotpo", name: "Yotpo", hosts: ["yotpo.com"] },
  { id: "birdeye", name: "Birdeye", spellings: ["bird eye"], hosts: ["birdeye.com"] },
  { id: "podium", name: "Podium", hosts: ["podium.com"] },
  { id: "nicejob", name: "NiceJob", spellings: ["nice job"], hosts: ["nicejob.com", "nicejob.co"] },
  { id: "guildquality", name: "GuildQuality", spellings: ["guild quality"], hosts: ["guildquality.com"] },
  { id: "customerlobby", name: "Customer Lobby", hosts: ["customerlobby.com"] },
  { id: "buildzoom", name: "BuildZoom", hosts: ["buildzoom.com"] },
  { id: "networx", name: "Networx", hosts: ["networx.com"] },
  {
    id: "direct",
    name: "Direct",
    spellings: [
      "website",
      "own website",
      "our website",
      "site",
      "in person",
      "email",
      "sms",
      "first party",
      "1st party",
      "internal",
    ],
  },
];

/** Words around a source's name that say nothing about which one it is: "Avis Google", "Google-Bewertungen". */
export const REVIEW_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "review",
    "reviews",
    "rating",
    "ratings",
    "listing",
    "page",
    "from",
    "on",
    "via",
    "at",
    "the",
    "customer",
    "business",
  ],
  de: ["bewertung", "bewertungen", "rezension", "rezensionen", "auf", "bei", "von", "über"],
  fr: ["avis", "évaluation", "évaluations", "note", "notes", "sur", "de", "d", "chez", "via"],
  es: ["reseña", "reseñas", "opinión", "opiniones", "valoración", "valoraciones", "en", "de"],
  it: ["recensione", "recensioni", "opinione", "opinioni", "su", "di", "da"],
  pt: ["avaliação", "avaliações", "opinião", "opiniões", "no", "do", "em"],
  nl: ["recensie", "recensies", "beoordeling", "beoordelingen", "op", "van"],
  pl: ["opinia", "opinie", "recenzja", "recenzje", "na", "z", "w"],
  ru: ["отзыв", "отзывы", "на", "в", "с"],
  ja: ["クチコミ", "口コミ", "レビュー", "の"],
};
