import { describe, expect, test } from "bun:test";
import { type Catalog, mentionLister, mentionResolver } from "../../src/review/mod.ts";

const CATALOG: Catalog = {
  technicians: [
    { id: "amy", name: "Amy Brook", aliases: ["Amy"], public: true },
    { id: "mike", name: "Mike Smith", aliases: ["Smitty"], public: false },
    { id: "jose", name: "José Díaz", aliases: [], public: false },
    { id: "ben-ito", name: "Ben Ito", aliases: [], public: true },
    { id: "ben-hall", name: "Ben Hall", aliases: [], public: false },
  ],
  services: [{ id: "drain-cleaning", name: "Drain cleaning", keywords: [] }],
  service_areas: [{ id: "north-end", name: "North End", aliases: ["Northside"] }],
};
const resolve = mentionResolver(CATALOG);
const technicians = (...names: string[]) =>
  resolve({ technicians: names, services: [], service_areas: [] }).technicians;

describe("mentionResolver()", () => {
  test("knows names, aliases and ids however they are written, each once, first mention first", () => {
    expect(technicians("BEN  ITO", "amy", "Amy Brook", "ben-ito")).toEqual(["Ben Ito", "Amy Brook"]);
    expect(
      resolve({
        technicians: [],
        services: ["DRAIN CLEANING", "Drain-Cleaning"],
        service_areas: ["north side", "Northside"],
      }),
    ).toEqual({ technicians: [], services: ["drain-cleaning"], service_areas: ["north side", "north-end"] });
  });

  test.each(["ámy b.", "AMY BROOK", "Brook, Amy", "A. Brook"])(
    "takes a short form for the one technician it can mean: %s",
    (name) => {
      expect(technicians(name)).toEqual(["Amy Brook"]);
    },
  );

  test("gives a name that the catalog does not know once, however it is spelled", () => {
    expect(technicians("Zoë Q.", "zoe q", "ZOE  Q.")).toEqual(["Zoë Q."]);
    expect(technicians("Ben")).toEqual(["Ben"]);
  });

  test.each<[list: string, named: string[]]>([
    ["Amy Brook, Ben Ito", ["Amy Brook", "Ben Ito"]],
    ["Amy & Ben Ito", ["Amy Brook", "Ben Ito"]],
    ["Zoë Quill, Ann Lee", ["Zoë Quill", "Ann Lee"]],
    ["Amy, Mike", ["Amy Brook"]],
    ["Mike Smith, Ann Lee", ["Ann Lee"]],
    ["Quill, Zoë", ["Quill, Zoë"]],
  ])("reads a list of several technicians: %s", (list, named) => {
    expect(technicians(list)).toEqual(named);
  });

  test("leaves names that the catalog does not know as they were given", () => {
    expect(technicians("Zoë Q.")).toEqual(["Zoë Q."]);
  });

  test.each([
    "Mike Smith",
    "mike  smith",
    "MIKE SMITH",
    "Smith, Mike",
    "Mike",
    "Mike S.",
    "M. Smith",
    "Smitty",
    "mike",
    "Jose Diaz",
    "José D",
  ])("never names a technician who is not public: %s", (name) => {
    expect(technicians(name)).toEqual([]);
  });

  test("never names a technician who is not public, even when a public one's name holds theirs", () => {
    const two = [
      { id: "mike", name: "Mike Smith", aliases: [], public: false },
      { id: "mike-jr", name: "Mike Smith Jr", aliases: [], public: true },
    ];
    const { technicians: named } = mentionResolver({ ...CATALOG, technicians: two })({
      technicians: ["mike smith", "Mike Smith Jr."],
      services: [],
      service_areas: [],
    });
    expect(named).toEqual(["Mike Smith Jr"]);
  });

  test("keeps a short name that a public technician shares, and other people's names", () => {
    expect(technicians("Ben")).toEqual(["Ben"]);
    expect(technicians("Ben H.")).toEqual([]);
    expect(technicians("Mike Jones", "M.", "Michael")).toEqual(["Mike Jones", "M.", "Michael"]);
  });
});

test("mentionLister() gives each entry of the catalog its kind, id and name, and what is not in it no id", () => {
  const list = mentionLister(CATALOG);
  const mentions = {
    technicians: ["Amy Brook", "Zoe"],
    services: ["drain-cleaning"],
    service_areas: ["north-end", "Elm"],
  };
  expect(list(mentions)).toEqual([
    { kind: "technician", id: "amy", name: "Amy Brook" },
    { kind: "technician", id: null, name: "Zoe" },
    { kind: "service", id: "drain-cleaning", name: "Drain cleaning" },
    { kind: "service_area", id: "north-end", name: "North End" },
    { kind: "service_area", id: null, name: "Elm" },
  ]);
});
