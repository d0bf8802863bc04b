import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { countCharacters, MAX_NAME_LENGTH, NAME_POLICIES, shownName } from "../../src/review/mod.ts";

const shown = (name: string) => shownName(name, "first_last_initial").name;

describe("shownName()", () => {
  test.each([
    ["Jane Doe", "Jane D."],
    ["Jane D.", "Jane D."],
    ["jane doe", "jane D."],
    ["  Jane   van der  Berg ", "Jane B."],
    ["Anne-Marie Dupont", "Anne-Marie D."],
    ["Jane", "Jane"],
    ["Doe, Jane", "Jane D."],
    ["Dr. Jane Doe, PhD", "Jane D."],
    ["Mrs. Doe", "Mrs. D."],
    ["John Smith Jr.", "John S."],
    ["Jane & John Doe", "Jane D."],
    ["Élodie Ångström", "Élodie Å."],
    ["Øyvind Ærø", "Øyvind Æ."],
    ["Jane 🌸", "Jane"],
    ["Иван Петров", "Иван П."],
    ["田中 太郎", "田中 太."],
    ["محمد علي", "محمد ع."],
    ["jane.doe", "jane D."],
    ["J. R. Ewing", "J. E."],
    ["Maria ßmith", "Maria ß."],
    ["Maria Co", "Maria C."],
    ["Nguyen Hoa", "Nguyen H."],
    ["Patrick O'Brien", "Patrick O."],
    ["Jan van der Berg", "Jan B."],
    ["Jane Doe (Verified)", "Jane D."],
    ["<b>Jane</b> Doe [Local Guide]", "Jane D."],
    ["(Jane)", "(Jane)"],
    ["The Smith Family", "Smith"],
    ["@janedoe", "janedoe"],
    ["Lars Ek", "Lars E."],
    ["Elektro Maier e.K.", "Elektro Maier e.K."],
  ])("shows %p as %p", (given, expected) => {
    expect(shown(given)).toBe(expected);
  });

  test.each([
    ...[
      ...["Trusted Customer", "Customer in LS12", "Homeowner in North Leeds", "Amazon Customer", "Customer #4521"],
      "user_8f3k2",
    ],
    ...[
      ...["Deleted User", "Cuenta eliminada", "Compte supprimé", "Gelöschtes Konto", "匿名", "Facebook User"],
      ...["Homeowner", "Local Guide", "Name withheld", "No name", "Verified Buyer", "[deleted]"],
    ],
    ...[
      ...["Anoniem", "Anonymer Benutzer", "Google-Nutzerin", "Kunde aus Hamburg", "Utilisateur Facebook"],
      "Client de Lyon",
    ],
    ...["Usuario de Google", "Utente Google", "Um utilizador do Google", "Użytkownik Google", "Пользователь Google"],
  ])("shows %p as a customer: it names nobody", (given) => {
    expect(shownName(given, "full")).toEqual({ name: "A customer", isAnonymous: true });
  });

  test.each([
    ["Christopher Guest", "Christopher G."],
    ["Anna Kunde", "Anna K."],
    ["Da Silva", "Da S."],
    ["María Real", "María R."],
    ["Pat Lake - Local Guide", "Pat L."],
    ["Pat Lake, verified customer", "Pat L."],
    ["Homeowner - Pat Lake", "Pat L."],
    ["Mr & Mrs Lake", "Mrs L."],
    ["Herr Dr. Müller", "Dr. M."],
    ["Srta. Ana Ruiz", "Ana R."],
  ])("shows %p as %p", (given, shown) => {
    expect(shownName(given, "first_last_initial").name).toBe(shown);
  });

  test.each(["", "   ", "A Google user", "a google  user", "Anonymous", "N/A", "...", "🙂"])(
    "names nobody for %p",
    (given) => {
      expect(shownName(given, "full")).toEqual({ name: "A customer", isAnonymous: true });
    },
  );

  test("never shows an e-mail address or a telephone number given as a name", () => {
    expect(shown("jane.doe@mail.example")).toBe("A customer");
    expect(shown("Jane Doe (jane@mail.example)")).toBe("Jane D.");
    expect(shown("Jane Doe 555-0142-99")).toBe("Jane D.");
    expect(shown("+1 212 555 0142")).toBe("A customer");
    expect(shown("https://spam.example Jane Doe")).toBe("Jane D.");
    expect(shown("www.spam.example")).toBe("A customer");
    expect(shownName("Jane Doe <jane@mail.example>", "full").name).toBe("Jane Doe");
  });

  test("shows the names of firms whole, since they are not people", () => {
    for (const firm of [
      "Oak Street Properties LLC",
      "Meyer Hausverwaltung GmbH",
      "Smith & Sons Ltd.",
      "Miller & Co.",
    ]) {
      expect(shown(firm)).toBe(firm);
    }
  });

  test("cuts what is too long, never in the middle of a character", () => {
    expect(shownName(`${"x".repeat(79)}👍 y`, "full").name).toBe(`${"x".repeat(79)}👍`);
    expect(shownName("x ".repeat(60), "full").name).toHaveLength(79);
  });

  test("each policy shows its share of a name", () => {
    expect(NAME_POLICIES.map((policy) => shownName("Jane Doe", policy))).toEqual([
      { name: "Jane D.", isAnonymous: false },
      { name: "Jane", isAnonymous: false },
      { name: "J. D.", isAnonymous: false },
      { name: "Jane Doe", isAnonymous: false },
      { name: "A customer", isAnonymous: true },
    ]);
    expect(shownName("Jane", "initials").name).toBe("J.");
    expect(shownName("Mr. Doe", "initials").name).toBe("D.");
    expect(shownName("Mr. Doe", "first").name).toBe("Mr. D.");
  });

  const parts = fc.constantFrom(
    "Jane",
    "DOE",
    "d.",
    "Dr.",
    "O'Neil",
    "PhD",
    ",",
    "LLC",
    "ß",
    "a@b.co",
    "555-123-4567",
    "🙂",
    "李",
    "x_y",
    "jo.hn",
    "é",
    "Jr",
    "3",
    "&",
  );
  const anyName = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 120 }),
    fc.array(parts, { maxLength: 6 }).map((words) => words.join(" ")),
  );

  test("shortening a shortened name changes nothing, under any policy", () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...NAME_POLICIES), (name, policy) => {
        const once = shownName(name, policy);
        expect(shownName(once.name, policy)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  test("what is shown is never empty, never too long, and well-formed", () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...NAME_POLICIES), (name, policy) => {
        const { name: result } = shownName(name.repeat(3), policy);
        expect(result.length).toBeGreaterThan(0);
        expect(countCharacters(result)).toBeLessThanOrEqual(MAX_NAME_LENGTH);
        expect(result.isWellFormed()).toBe(true);
      }),
    );
  });
});
