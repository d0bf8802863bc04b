import { describe, expect, test } from "bun:test";
import { Value } from "typebox/value";
import { businessAfter, completeBusiness, type ImportReading, readImport } from "../../src/import/mod.ts";
import { Business, publicBusiness } from "../../src/review/mod.ts";
import { OPTIONS, readOne, refusalOf } from "./builders.ts";
import { fixtureFolder } from "./fixtures.ts";

const reading = (business: unknown): ImportReading => readOne("b.json", JSON.stringify({ business }));
const draftOf = (business: unknown) => reading(business).business!;

describe("completeBusiness()", () => {
  test("needs a name alone, and fills the rest with defaults", () => {
    const business = completeBusiness(draftOf({ name: "Ace" }), null);
    expect(business).toEqual({
      name: "Ace",
      type: "LocalBusiness",
      description: null,
      url: null,
      telephone: null,
      address: null,
      services: [],
      technicians: [],
      service_areas: [],
      time_zone: "UTC",
      language: "en",
      same_as: [],
      logo: null,
      photo: null,
      color: null,
      report_to: null,
      founded: null,
      license_ids: [],
      license: null,
      sources: [],
      opening_hours: [],
      is_sample: false,
    });
    expect(Value.Check(Business, business)).toBe(true);
  });

  test("makes ids of names, each its own", () => {
    const { services, technicians, service_areas } = completeBusiness(
      draftOf({
        name: "Ace",
        services: [
          "Water Heater Repair",
          { name: "Water heater – repair!", keywords: ["boiler"] },
          { id: "x", name: "X" },
        ],
        technicians: ["José Ángel", { name: "Mike", public: false, aliases: ["Mick"] }, "管"],
        service_areas: ["!!!", "Straße"],
      }),
      null,
    );
    expect(services).toEqual([
      { id: "water-heater-repair", name: "Water Heater Repair", keywords: [] },
      { id: "water-heater-repair-2", name: "Water heater – repair!", keywords: ["boiler"] },
      { id: "x", name: "X", keywords: [] },
    ]);
    expect(technicians).toEqual([
      { id: "jose-angel", name: "José Ángel", aliases: [], public: true },
      { id: "mike", name: "Mike", aliases: ["Mick"], public: false },
      { id: "u7ba1", name: "管", aliases: [], public: true },
    ]);
    expect(service_areas.map(({ id }) => id)).toEqual(["entry", "strasse"]);
  });

  const former = completeBusiness(
    draftOf({
      name: "Ace",
      description: "Pipes",
      founded: 1990,
      address: { locality: "Portland" },
      services: ["Drains"],
      technicians: ["Ann", { name: "Bob", public: false }],
    }),
    null,
  );

  test("keeps what the file leaves out, and clears what it gives as null", () => {
    const after = completeBusiness(draftOf({ name: "Ace Ltd", founded: null, address: null, services: [] }), former);
    expect(after).toEqual({ ...former, name: "Ace Ltd", founded: null, address: null, services: [] });
  });

  test("keeps technicians who are not public when an export is read again", () => {
    const exported = publicBusiness(former);
    expect(exported.technicians.map(({ name }) => name)).toEqual(["Ann"]);
    expect(completeBusiness(draftOf(exported), former)).toEqual(former);
    const listed = completeBusiness(draftOf({ name: "Ace", technicians: [{ name: "Bob", public: true }] }), former);
    expect(listed.technicians).toEqual([{ id: "bob", name: "Bob", aliases: [], public: true }]);
  });

  test("hands nothing of sample data on to a real business", () => {
    const sample = { ...former, is_sample: true };
    expect(completeBusiness(draftOf({ name: "Real" }), sample).services).toEqual([]);
    expect(completeBusiness(draftOf({ name: "Sample", is_sample: true }), sample).services).toEqual(former.services);
  });
});

describe("businessAfter()", () => {
  const settled = completeBusiness({ name: "Mine" }, null);
  const takeout = readImport(fixtureFolder("takeout"), OPTIONS);

  test("keeps the former business when the files do not describe one", () => {
    const silent = readOne("r.csv", "date,rating\n2024-05-31,5\n", { source: "x" });
    expect(businessAfter(silent, settled)).toBe(settled);
    expect(businessAfter(silent, null)).toBeNull();
  });

  test("is not taken from another site's export once the owner has described it", () => {
    expect(businessAfter(takeout, settled)).toBe(settled);
    expect(businessAfter(takeout, null)?.name).toBe("Riverside Plumbing");
    expect(businessAfter(takeout, { ...settled, is_sample: true })?.name).toBe("Riverside Plumbing");
  });

  test("is taken from the owner's own file", () => {
    expect(businessAfter(reading({ name: "New" }), settled)?.name).toBe("New");
  });
});

describe("the business of a file", () => {
  test("may hold every field", () => {
    const whole = completeBusiness({ name: "Ace" }, null);
    const full = {
      ...whole,
      type: "Plumber",
      url: "https://ace.test",
      address: { street_address: null, locality: "Portland", region: "OR", postal_code: "97202", country: "US" },
      time_zone: "America/Los_Angeles",
      language: "en-US",
      same_as: ["https://maps.test/ace"],
      logo: null,
      photo: null,
      color: "#0f5c4d",
      report_to: "reviews@ace.test",
      license_ids: ["CCB 1234"],
      license: null,
      sources: [],
      founded: 1999,
    };
    expect(completeBusiness(draftOf(full), null)).toEqual(full as Business);
  });

  test("is refused with every fault named at once", () => {
    const faulty = {
      name: "",
      type: "Bakery",
      description: "x".repeat(2001),
      url: "ace.test",
      telephone: 5,
      address: "Main Street",
      services: [
        { id: "a", name: "A" },
        { id: "a", name: "B" },
        { id: "No", name: "C" },
        7,
        { name: "D", keywords: [""] },
      ],
      technicians: "Mike",
      service_areas: [{ name: "\u0000", public: "yes" }],
      time_zone: "Mars/Olympus",
      language: "english please",
      same_as: ["x"],
      color: "teal",
      report_to: "javascript:alert(1)",
      founded: 99,
      is_sample: "no",
    };
    expect(refusalOf(() => reading(faulty)).split("; ")).toEqual([
      "business.name is missing, expected text of 1 to 120 characters",
      'business.type is "Bakery", expected one of Plumber, HVACBusiness, Electrician, RoofingContractor, HousePainter, Locksmith, MovingCompany, GeneralContractor, HomeAndConstructionBusiness, LocalBusiness',
      `business.description is "${"x".repeat(60)}…", expected text of at most 2000 characters`,
      'business.url is "ace.test", expected an https:// or http:// URL',
      "business.telephone is 5, expected text of at most 32 characters",
      'business.address is "Main Street", expected an object',
      'business.services[1].id is "a", expected a unique id',
      'business.services[2].id is "No", expected an id of a-z 0-9 _ -',
      "business.services[3] is 7, expected an object",
      "business.services[4].keywords[0] is missing, expected text of 1 to 120 characters",
      'business.technicians is "Mike", expected a list of at most 500',
      'business.service_areas[0].name is "\\u0000", expected text of 1 to 120 characters',
      'business.service_areas[0].public is "yes", expected true or false',
      'business.time_zone is "Mars/Olympus", expected an IANA time zone such as America/Chicago',
      'business.language is "english please", expected a language tag such as en',
      'business.same_as[0] is "x", expected an https:// or http:// URL',
      'business.color is "teal", expected a colour such as #0f5c4d',
      'business.report_to is "javascript:alert(1)", expected an e-mail address or an https:// URL',
      "business.founded is 99, expected a four-digit year",
      'business.is_sample is "no", expected true or false',
    ]);
  });

  test.each([
    ["#0f5c4d", "#0f5c4d"],
    ["0F5C4D", "#0f5c4d"],
    ["#0a5", "#00aa55"],
    ["", null],
    [null, null],
  ])("takes the colour %p for %p", (given, kept) => {
    expect(draftOf({ name: "Ace", color: given }).color).toBe(kept);
  });

  test.each([
    ["https://g.page/r/CabcDEF/review", "https://g.page/r/CabcDEF/review"],
    ["ChIJN1t_tDeuEmsRUsoyG83frY4", "https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4"],
    ["", undefined],
  ])("takes %p for Google's form %p", (given, kept) => {
    const business = completeBusiness(draftOf({ name: "Ace", google_review_url: given }), null);
    expect(business.google_review_url).toBe(kept);
    expect(completeBusiness(draftOf({ name: "Ace" }), business).google_review_url).toBe(kept);
  });

  test.each(["https://yelp.com/biz/ace", "http://g.page/ace", "https://google.com.evil.test/x", "ace"])(
    "refuses %p for Google's form",
    (given) => {
      const fault = "expected an https:// URL of Google, or a place ID";
      expect(() => draftOf({ name: "Ace", google_review_url: given })).toThrow(fault);
    },
  );

  test.each([
    ["reviews@ace.test", "reviews@ace.test"],
    ["https://ace.test/report", "https://ace.test/report"],
    ["", null],
  ])("takes %p for the address of reports %p", (given, kept) => {
    expect(draftOf({ name: "Ace", report_to: given }).report_to).toBe(kept);
  });

  test("must be an object", () => {
    expect(refusalOf(() => reading("Ace"))).toBe('business is "Ace", expected an object');
  });
});
