/** The businesses whose answers are recorded: their files, and the commands that fill their databases. */
import { resolve } from "node:path";
import { generatedBusiness, generateReviews, randomNumbers } from "../../bench/generate_reviews.ts";
import { cameraJpeg } from "../../test/support/camera.ts";

export interface RecordedBusiness {
  readonly name: string;
  /** By name, written to the folder that the commands run in. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly commands: readonly (readonly string[])[];
  readonly environment: Readonly<Record<string, string>>;
}

const ROOT = resolve(import.meta.dir, "../..");

export async function recordedBusinesses(): Promise<RecordedBusiness[]> {
  return [
    { ...business("sample", {}), environment: { GOODWORD_SEED: "sample" } },
    business("empty", { "business.json": profile({ name: "Not Yet Reviewed", language: "en" }) }),
    business("one", generated(1, { type: "Locksmith" })),
    business("electrician", generated(60, { type: "Electrician", time_zone: "America/Denver" })),
    business("roofer", generated(600, { type: "RoofingContractor", color: "#7a1f2b" })),
    business("large", generated(3000, { type: "HVACBusiness" })),
    business("german", written("de", "DE")),
    business("spanish", written("es", "ES")),
    business("french", written("fr", "FR")),
    business("changed", generated(80, { type: "HousePainter", report_to: "reports@bench.example" }), CHANGES, {
      INVITATIONS: "links",
    }),
    await photographed(),
    foreign(),
  ];
}

/** Imports every file, then runs `more`. */
function business(
  name: string,
  files: RecordedBusiness["files"],
  more: RecordedBusiness["commands"] = [],
  environment: RecordedBusiness["environment"] = {},
): RecordedBusiness {
  const imports = Object.keys(files).filter((file) => file.endsWith(".json"));
  return { name, files, commands: [...imports.map((file) => ["import", file]), ...more], environment };
}

function profile(fields: object, reviews: readonly object[] = []): string {
  return JSON.stringify({ business: { ...generatedBusiness, ...fields }, reviews });
}

function generated(count: number, fields: object): Record<string, string> {
  return { "reviews.json": profile(fields, [...generateReviews(count, count)]) };
}

/** A review replied to, each reason for withholding, removals by id and by author, a duplicate, a job, a restored review. */
const CHANGES = [
  ["reply", "r0000001", "Thank you, that was a long day.", "--date", "2026-07-02"],
  ["reply", "r0000002", "Call us, we will come again.", "--date", "2026-07-02"],
  ["withhold", "r0000003", "--reason", "personal_data"],
  ["withhold", "r0000004", "--reason", "abuse"],
  ["withhold", "r0000005", "--reason", "legal_order"],
  ["withhold", "r0000005", "--undo"],
  ["remove", "r0000006", "--reason", "privacy"],
  ["remove", "r0000007", "r0000008", "--reason", "spam"],
  ["restore", "r0000007"],
  ["verify", "withdraw", "r0000009"],
  ["verify", "attest", "r0000009", "--by", "AB"],
  ["join", "r0000010", "r0000011"],
  ["mentions", "r0000012", "--json"],
  ["profile", "set", "telephone=+1 218 555 0142", "opening_hours=Mo-Fr 8-12, 13-17; Sa 9-12"],
  ["profile", "add", "service_areas", "Kilnsea"],
  ["insights", "overrides", "--mute", "no mess"],
  ["jobs", "add", `${ROOT}/test/fixtures/jobs/jobber.csv`],
  ["jobs", "list"],
  ["undo", "999"],
  ["reply", "unknown", "Nobody reads this."],
  ["import", "missing.json"],
];

async function photographed(): Promise<RecordedBusiness> {
  const technicians = generatedBusiness.technicians.map((technician) => ({ ...technician, public: true }));
  const files = {
    ...generated(120, { type: "Plumber", technicians }),
    "job.jpg": await cameraJpeg(900, 600),
    "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#14665c" d="M1 1h7v7z"/></svg>',
  };
  return business("photographed", files, [
    ["logo", "logo.svg"],
    ["photos", "add", "job.jpg", "--caption", "Boiler in Oak Street", "--service", "boiler-service"],
    ["photos", "list"],
  ]);
}

/** Exports of other tools, some of which need an option. */
function foreign(): RecordedBusiness {
  const folder = `${ROOT}/test/fixtures/import`;
  const attested = ["--verified-by", "operator_attested", "--skip-invalid"];
  const files = ["feefo.csv", "google_business_page.json", "google_spreadsheet.csv", "judgeme.csv", "okendo.csv"];
  files.push(
    "schema_org_page.html",
    "site_reviews.csv",
    "trustpilot.json",
    "trustpilot_events.json",
    "takeout",
    "maps",
  );
  return business("foreign", { "business.json": profile({ name: "Ocean Plumbing" }) }, [
    ...files.flatMap((file) => [
      ["import", `${folder}/${file}`, "--explain"],
      ["import", `${folder}/${file}`, ...attested, "--source", "website"],
    ]),
    ["import", `${folder}/okendo.csv`, ...attested, "--source", "website", "--dry-run", "--json"],
  ]);
}

/** Sentences as customers write them, each with the stars it fits. */
const SENTENCES: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  de: [
    [5, "Der Monteur kam pünktlich und hat alles sauber hinterlassen."],
    [5, "Sehr freundlich, die Heizung läuft wieder einwandfrei."],
    [4, "Gute Arbeit, aber nicht ganz billig."],
    [2, "Viel zu teuer und niemand hat zurückgerufen."],
    [1, "Mega unfreundlich! Der Termin wurde zweimal verschoben."],
    [3, "Das Rohr ist dicht, im Flur blieb Dreck liegen."],
  ],
  es: [
    [5, "El técnico llegó puntual y dejó todo limpio."],
    [5, "Muy amables, la caldera funciona perfectamente."],
    [4, "Buen trabajo, aunque algo caro."],
    [2, "Demasiado caro y nadie me devolvió la llamada."],
    [1, "Un desastre: la fuga volvió a los dos días."],
    [3, "Arreglaron el grifo, pero tardaron mucho."],
  ],
  fr: [
    [5, "Le plombier est arrivé à l'heure et a tout laissé propre."],
    [5, "Très aimable, la chaudière marche parfaitement."],
    [4, "Bon travail, mais un peu cher."],
    [2, "Beaucoup trop cher et personne ne m'a rappelé."],
    [1, "Catastrophe : la fuite est revenue deux jours plus tard !"],
    [3, "Le robinet est réparé, mais l'attente était longue."],
  ],
};

/** A business and its reviews in another language. */
function written(language: string, country: string): Record<string, string> {
  const random = randomNumbers(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const reviews = Array.from(generateReviews(90, 7), (review) => {
    const [rating, text] = pick(SENTENCES[language] ?? []);
    return { ...review, rating, text: `${text} ${pick(SENTENCES[language] ?? [])[1]}`, language: undefined };
  });
  const address = { locality: "Altstadt", postal_code: "10115", country };
  return { "reviews.json": profile({ language, address, time_zone: "Europe/Berlin" }, reviews) };
}
