/** Sheets kept by hand in ten languages, files of unknown tools, and files that are something else. */
import { zipSync } from "fflate";
import type { Case } from "./known_tools.ts";
import { csv, day, encoded, json, ndjson, REVIEWS, seconds, text, type Written, workbook } from "./written.ts";

const each = <T>(make: (review: Written) => T) => REVIEWS.map(make);
const sheet = (kind: string, name: string, bytes: Uint8Array, more: Partial<Case> = {}): Case => ({
  tool: "a sheet kept by hand",
  kind,
  name,
  bytes,
  source: null,
  hint: { source: "direct" },
  refused: /add --source NAME/,
  ...more,
});
const plain = (r: Written) => [r.date, r.rating, r.text, r.author];
const stars = (count: number) => "★".repeat(count) + "☆".repeat(5 - count);
const MONTHS_DE = [
  ...["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November"],
  "Dezember",
];
const monthOf = (date: string, names: readonly string[]) => names[Number(date.slice(5, 7)) - 1] ?? "";

/** Language, file, header, format of dates, how stars are written. */
const LANGUAGES = [
  ["Spanish", "resenas.csv", "Fecha,Calificación,Reseña,Cliente", "DD-MM-YYYY", "# estrellas"],
  ["Italian", "recensioni.csv", "Data recensione,Valutazione,Recensione,Nome cliente", "DD/MM/YYYY", "# su 5"],
  ["Portuguese", "avaliacoes.csv", "Data da avaliação,Estrelas,Comentário,Nome do cliente", "DD/MM/YYYY", "#"],
  ["Dutch", "beoordelingen.csv", "Datum beoordeling,Aantal sterren,Recensie,Klantnaam", "DD-MM-YYYY", "# sterren"],
  ["Polish", "opinie.csv", "Data opinii,Ocena,Treść opinii,Imię i nazwisko", "DD.MM.YYYY", "#"],
  ["Russian", "otzyvy.csv", "Дата отзыва,Оценка,Текст отзыва,Имя клиента", "DD.MM.YYYY", "#"],
  ["Swedish", "omdomen.csv", "Recensionsdatum,Betyg,Omdöme,Kundens namn", "YYYY-MM-DD", "#"],
] as const;

export const SHEETS: readonly Case[] = [
  sheet(
    "English",
    "sheet.csv",
    csv("Customer Name,Date,Stars,Comments", (r) => [r.author, r.date, r.rating, r.text]),
  ),
  sheet(
    "Excel, dates as dates",
    "sheet.xlsx",
    workbook("Date,Rating,Review,Customer", (r) => [new Date(`${r.date}T00:00:00Z`), r.rating, r.text, r.author]),
  ),
  sheet(
    "Excel with a headline and another sheet",
    "report.xlsx",
    workbook("Date,Rating,Review,Customer", (r) => [new Date(`${r.date}T00:00:00Z`), r.rating, r.text, r.author], {
      rowsBefore: [["Our reviews in 2025"]],
      sheets: ["Summary"],
    }),
  ),
  sheet(
    "CSV with a headline",
    "report.csv",
    csv("Date,Rating,Review,Customer", plain, { before: "Our reviews in 2025\n\n" }),
  ),
  sheet(
    "German, Windows-1252",
    "bewertungen.csv",
    encoded(
      csv(
        "Datum;Sterne;Kommentar;Kunde;Größe",
        (r) => [day(r.date, "DD.MM.YYYY"), r.rating, r.text, r.author, "für Küche, Straße"],
        { delimiter: ";", lineEnd: "\r\n" },
      ),
      "windows-1252",
    ),
  ),
  sheet(
    "German, months in words",
    "bewertungen-2.csv",
    csv(
      "Bewertungsdatum;Gesamtbewertung;Bewertungstext;Kundenname",
      (r) => [
        `${Number(r.date.slice(8))}. ${monthOf(r.date, MONTHS_DE)} ${r.date.slice(0, 4)}`,
        `${r.rating},0`,
        r.text,
        r.author,
      ],
      { delimiter: ";" },
    ),
  ),
  sheet(
    "French, UTF-16 with tabs",
    "avis.txt",
    encoded(
      csv(
        ["Date de l'avis", "Note", "Commentaire", "Nom du client"],
        (r) => [day(r.date, "DD/MM/YYYY"), `${r.rating}/5`, r.text, r.author],
        { delimiter: "\t" },
      ),
      "utf-16le",
    ),
  ),
  ...LANGUAGES.map(([language, name, header, format, rating]) =>
    sheet(
      language,
      name,
      csv(header, (r) => [day(r.date, format), rating.replace("#", `${r.rating}`), r.text, r.author]),
    ),
  ),
  sheet(
    "stars as glyphs",
    "glyphs.csv",
    csv("Date,Rating,Review", (r) => [r.date, stars(r.rating), r.text]),
  ),
  sheet(
    "stars in words",
    "words.csv",
    csv("Date,Rating,Review", (r) => [
      r.date,
      ["", "one star", "two stars", "three stars", "four stars", "five stars"][r.rating] ?? "",
      r.text,
    ]),
  ),
  sheet(
    "month before day",
    "american.csv",
    csv("Date,Rating,Review", (r) => [day(r.date, "MM/DD/YYYY"), r.rating, r.text]),
  ),
  sheet(
    "quotes escaped by backslashes",
    "database.csv",
    text(
      `"date","rating","review"\n${each((r) => `"${r.date}","${r.rating}","${r.id === "r-101" ? 'A \\"good\\" job' : r.text}"`).join("\n")}\n`,
    ),
    {
      read: each((r) => [r.date, r.rating, r.id === "r-101" ? 'A "good" job' : r.text]),
    },
  ),
  sheet(
    "Google form",
    "answers.csv",
    csv("Timestamp,How many stars?,Your review,Your name", (r) => [
      `${day(r.date, "MM/DD/YYYY")} 14:03:22`,
      r.rating,
      r.text,
      r.author,
    ]),
    {
      refused: /--column rating="How many stars\?"/,
      hint: { source: "direct", columns: { rating: "How many stars?" } },
    },
  ),
  sheet("no header", "headless.csv", csv(null, plain), {
    refused:
      /does not name the columns; name them with --column rating="column 2" --column date="column 1" --column text="column 3"/,
    hint: { source: "direct", columns: { rating: "column 2", date: "column 1", text: "column 3" } },
  }),
  sheet(
    "names nobody knows",
    "odd.csv",
    csv("Wann,Wieviele,Was", (r) => [r.date, r.rating, r.text]),
    {
      refused: /--column rating=Wieviele --column date=Wann/,
      hint: { source: "direct", columns: { rating: "Wieviele", date: "Wann", text: "Was" } },
    },
  ),
  sheet(
    "text under an unknown name",
    "what.csv",
    csv("Date,Rating,What could we do better?", (r) => [r.date, r.rating, r.text]),
    {
      refused: /"What could we do better\?" contains sentences; add --column text="What could we do better\?"/,
      hint: { source: "direct", columns: { text: "What could we do better?" } },
    },
  ),
  sheet(
    "days that are all 12 or less",
    "ambiguous.csv",
    csv("Date,Rating,Review", (r) => [
      day(r.date.replace("-14", "-04").replace("-25", "-05"), "DD/MM/YYYY"),
      r.rating,
      r.text,
    ]),
    {
      refused: /Cannot tell day from month .* --date-format DD\/MM\/YYYY or --date-format MM\/DD\/YYYY/,
      hint: { source: "direct", dateFormat: "DD/MM/YYYY" },
      read: each((r) => [r.date.replace("-14", "-04").replace("-25", "-05"), r.rating, r.text]),
    },
  ),
  sheet(
    "years of two digits",
    "short.csv",
    csv("Date,Rating,Review", (r) => [day(r.date, "MM/DD/YYYY").replace("/20", "/"), r.rating, r.text]),
    {
      refused: /name the format with --date-format/,
      hint: { source: "direct", dateFormat: "MM/DD/YY" },
    },
  ),
  sheet(
    "a scale of ten",
    "ten.csv",
    csv("Date,Score (1-10),Rating,Review", (r) => [r.date, r.rating * 2, r.rating * 2, r.text]),
    {
      refused: /scale of 10.*--scale 10/,
      hint: { source: "direct", scale: "10" },
    },
  ),
  sheet(
    "per cent",
    "percent.csv",
    csv("Date,Rating,Review", (r) => [r.date, r.rating * 20, r.text]),
    {
      refused: /scale of 100, such as 100; add --scale 100/,
      hint: { source: "direct", scale: "100" },
    },
  ),
  sheet(
    "a smaller encoding",
    "opinie-1250.csv",
    new Uint8Array([
      ...text("Date,Rating,Review\n2025-03-14,5,si"),
      0xea,
      0x20,
      0xb3,
      0x61,
      0x64,
      0x6e,
      0x69,
      0x65,
      10,
    ]),
    {
      refused: /name its encoding, such as --encoding/,
      hint: { source: "direct", encoding: "windows-1250" },
      read: [["2025-03-14", 5, "się ładnie"]],
    },
  ),
  sheet(
    "in a zip archive",
    "export.zip",
    zipSync({
      "export/reviews.csv": csv("Date,Rating,Review,Customer", plain),
      "export/readme.md": text("# Export"),
    }),
  ),
  sheet(
    "a workbook in a zip archive",
    "export-2.zip",
    zipSync({ "reviews.xlsx": workbook("Date,Rating,Review,Customer", plain) }),
  ),
];

const feed = (date: (r: Written) => string, more: object = {}) =>
  json({
    source: "google",
    ...more,
    reviews: each((r) => ({ author: r.author, rating: r.rating, text: r.text, date: date(r) })),
  });
const other = (tool: string, kind: string, made: Omit<Case, "tool" | "kind">): Case => ({ tool, kind, ...made });
const ago = (words: readonly string[]) => (r: Written) => words[REVIEWS.indexOf(r)] ?? "";
const AGO = [
  ["2025-09-01", 5],
  ["2025-11-24", 2],
  ["2024-12-01", 4],
].map(([date, rating], at) => [date, rating, REVIEWS[at]?.text]);
const asOf = {
  refused: /are relative, such as .*--as-of 2025-12-01/,
  hint: { asOf: "2025-12-01" },
  read: AGO,
  source: "google",
};

/** Dates as a site shows them, and where its file has the day that they count from. */
const RELATIVE = [
  ["relative dates", ["3 months ago", "a week ago", "a year ago"], { updatedAt: "2025-12-01T09:00:00Z" }],
  ["relative dates, German", ["vor 3 Monaten", "vor einer Woche", "vor einem Jahr"], { generatedAt: "2025-12-01" }],
  ["relative dates, French", ["il y a 3 mois", "il y a une semaine", "il y a un an"], { syncedAt: "2025-12-01" }],
  ["relative dates, Russian", ["3 месяца назад", "неделю назад", "год назад"], { scraped_at: "2025-12-01" }],
] as const;

export const SITES: readonly Case[] = [
  ...RELATIVE.map(([kind, dates, instant]) =>
    other("a site's feed", kind, { name: "feed.json", bytes: feed(ago(dates), instant), ...asOf }),
  ),
  other("a site's feed", "months", {
    name: "months.json",
    source: "google",
    bytes: feed(ago(["Mar 2025", "April 2025", "2024"])),
    read: [
      ["2025-03-01", 5, REVIEWS[0]?.text],
      ["2025-04-01", 2, REVIEWS[1]?.text],
      ["2024-01-01", 4, REVIEWS[2]?.text],
    ],
  }),
  other("a site's feed", "seconds since 1970", {
    name: "epoch.json",
    source: "google",
    bytes: feed((r) => String(seconds(r.date))),
  }),
  other("a site's feed", "records under their ids", {
    name: "ids.json",
    source: "google",
    bytes: json({
      platform: "Google",
      reviews: Object.fromEntries(
        each((r) => [r.id, { reviewer: r.author, stars: r.rating, comment: r.text, createdAt: r.date }]),
      ),
    }),
  }),
  other("a site's feed", "deep inside", {
    name: "deep.json",
    source: "google",
    bytes: json({
      props: {
        pageProps: {
          place: {
            url: "https://www.google.com/maps/place/brook",
            reviews: {
              nodes: each((r) => ({
                node: { user: { name: r.author }, rating: { value: r.rating }, body: r.text, createdAt: r.date },
              })),
            },
          },
        },
      },
    }),
  }),
  other("a site's feed", "every date missing", {
    name: "undated.json",
    source: "google",
    bytes: json({
      source: "google",
      reviews: each((r) => ({ name: r.author, rating: r.rating, text: r.text, timestamp: null })),
    }),
    refused: /No review has a date: the column "timestamp" is empty in all 3 rows/,
  }),
  other("a site's feed", "every rating missing", {
    name: "unrated.json",
    source: "google",
    bytes: json(each((r) => ({ name: r.author, rating: null, date: r.date, text: r.text }))),
    refused: /No review has a rating: the column "rating" is empty in all 3 rows/,
  }),
  other("a site's feed", "ratings that are none", {
    name: "rated.json",
    source: "google",
    bytes: json(each((r) => ({ reviewer: r.author, rating: "Rated", date: r.date, review: r.text }))),
    refused: /Cannot read the ratings in the column "rating"/,
  }),
  other("a scraper", "NDJSON", {
    name: "lines.jsonl",
    source: "google",
    bytes: ndjson((r) => ({
      author_name: r.author,
      stars: r.rating,
      review_text: r.text,
      published_at: r.date,
      review_url: `https://maps.google.com/r/${r.id}`,
    })),
  }),
  other("a scraper", "CSV with the venue's own rating", {
    name: "venue.csv",
    source: "google",
    bytes: csv(
      "place_id,venue,venue_rating,reviewer,rating,comment,review_date,review_time,relative_date,profile_url,review_url",
      (r) => [
        "ChIJ1",
        "Brook",
        4.3,
        r.author,
        r.rating,
        r.text,
        r.id === "r-102" ? day(r.date, "DD/MM/YYYY") : r.date,
        seconds(r.date),
        "a month ago",
        "https://www.google.com/maps/contrib/1",
        `https://www.google.com/maps/reviews/${r.id}`,
      ],
    ),
  }),
  other("a web page", "JSON-LD", {
    name: "page.html",
    source: "houzz",
    bytes: text(
      `<html><script type="application/ld+json">${JSON.stringify({ "@type": "Plumber", name: "Brook", review: each((r) => ({ "@type": "Review", reviewBody: r.text, datePublished: r.date, author: { "@type": "Person", name: r.author }, publisher: { name: "Houzz" }, reviewRating: { ratingValue: String(r.rating) } })) })}</script></html>`,
    ),
  }),
  other("a web page", "microdata", {
    name: "micro.html",
    source: "houzz",
    bytes: text(
      `<html><div itemscope itemtype="https://schema.org/Plumber"><h1 itemprop="name">Brook</h1>${each((r) => `<article itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">${r.author}</b></span><meta itemprop="datePublished" content="${r.date}"><div itemprop="publisher" itemscope><meta itemprop="name" content="Houzz"></div><div itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating"><span itemprop="ratingValue">${r.rating}</span> of <span itemprop="bestRating">5</span></div><p itemprop="reviewBody">${r.text}</p></article>`).join("")}</div></html>`,
    ),
  }),
];

const refused = (kind: string, name: string, bytes: Uint8Array, why: RegExp): Case => ({
  tool: "something else",
  kind,
  name,
  bytes,
  source: "direct",
  refused: why,
});

export const OTHER_THINGS: readonly Case[] = [
  refused(
    "invoices",
    "invoices.csv",
    csv("Invoice Number,Invoice Date,Due Date,Customer,Total,Tax,Balance Due", (r) => [
      r.id,
      r.date,
      r.date,
      r.author,
      100,
      8,
      0,
    ]),
    /appears to be a list of invoices/,
  ),
  refused(
    "jobs",
    "jobs.csv",
    csv("Job Number,Completed,Customer,Technician,Job Type", (r) => [r.id, r.date, r.author, "Mike", "Drain"]),
    /appears to be a list of jobs, for goodword jobs add/,
  ),
  refused(
    "orders",
    "orders.csv",
    csv("Order,SKU,Quantity,Price,Shipping", (r) => [r.id, "p", 1, 2, 3]),
    /appears to be a list of orders/,
  ),
  refused(
    "contacts",
    "contacts.csv",
    csv("First Name,Last Name,Email,Phone,City", (r) => [r.author, "x", r.email, "555", "Town"]),
    /appears to be a list of contacts/,
  ),
  refused(
    "visits",
    "visits.csv",
    csv("Day,Impressions,Clicks,CTR", (r) => [r.date, 5, 4, 3]),
    /appears to be a report of visits/,
  ),
  refused(
    "a survey",
    "nps.csv",
    csv("Sent,NPS Score,Respondent", (r) => [r.date, 9, r.author]),
    /appears to be a survey from 0 to 10/,
  ),
  refused("a chart", "chart.json", json({ labels: ["a", "b"], datasets: [{ data: [1, 2] }] }), /appears to be a chart/),
  refused("a map", "map.json", json({ type: "Feature", geometry: { type: "Point" } }), /appears to be a map/),
  refused(
    "places",
    "places.json",
    json([{ title: "Brook", totalScore: 4.7, reviewsCount: 10, formatted_address: "x" }]),
    /appears to be a list of places with their ratings, without the reviews/,
  ),
  refused(
    "an RSS feed",
    "feed.xml",
    text('<?xml version="1.0"?><rss version="2.0"><channel/></rss>'),
    /appears to be an RSS feed/,
  ),
  refused(
    "a sitemap",
    "sitemap.xml",
    text('<?xml version="1.0"?><urlset xmlns="x"><url/></urlset>'),
    /appears to be a sitemap/,
  ),
  refused("a page without data", "page.htm", text("<html><p>Great!</p></html>"), /contains no schema.org data/),
  refused(
    "a picture",
    "photo.png",
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    /This is a picture \(PNG\)/,
  ),
  refused(
    "contacts as vCard",
    "all.vcf",
    text("BEGIN:VCARD\nFN:Jane\nEND:VCARD\n"),
    /appears to be a list of contacts \(vCard\)/,
  ),
  refused(
    "texts without stars",
    "texts.xlsx",
    workbook("Reviews", (r) => [r.text]),
    /No column for the rating among "Reviews"/,
  ),
  refused(
    "a bomb",
    "bomb.xlsx",
    zipSync({ "xl/workbook.xml": text("<workbook/>"), "xl/_rels/workbook.xml.rels": new Uint8Array(20_000_000) }),
    /looks like a zip bomb/,
  ),
  refused(
    "XML entities",
    "entities.xlsx",
    zipSync({
      "xl/workbook.xml": text('<!DOCTYPE x [<!ENTITY a "b">]><workbook/>'),
      "xl/_rels/workbook.xml.rels": text("<a/>"),
    }),
    /declares XML entities/,
  ),
];
