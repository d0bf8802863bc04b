import { describe, expect, test } from "bun:test";
import { readOne } from "./builders.ts";

const OPTIONS = { source: "direct" };

/** The authors of a table as they are published. */
function authorsOf(columns: readonly string[], ...people: readonly (readonly string[])[]): string[] {
  const rows = people.map((cells, at) =>
    [...cells, "5", `2026-05-0${at + 1}`, `"On time and friendly, ${at}."`].join(","),
  );
  const csv = [[...columns, "rating", "date", "review"].join(","), ...rows, ""].join("\n");
  return readOne("r.csv", csv, OPTIONS).records.map(({ review }) => review.authorName);
}

describe("first and last name in two columns", () => {
  test.each([
    ["First Name", "Last Name"],
    ["reviewer_first_name", "reviewer_last_name"],
    ["Given name", "Surname"],
    ["First Name", "Name"],
    ["Vorname", "Nachname"],
    ["Vorname", "Name"],
    ["Prénom", "Nom"],
    ["Prénom", "Nom de famille"],
    ["Nombre", "Apellidos"],
    ["Nome", "Cognome"],
    ["Nome", "Sobrenome"],
    ["Voornaam", "Achternaam"],
    ["Voornaam", "Naam"],
    ["Imię", "Nazwisko"],
    ["Имя", "Фамилия"],
    ["Förnamn", "Efternamn"],
    ["Förnamn", "Namn"],
    ["customer_first", "customer_last"],
    ["Fornavn", "Etternavn"],
    ["Fornavn", "Efternavn"],
    ["Etunimi", "Sukunimi"],
    ["Jméno", "Příjmení"],
    ["Křestní jméno", "Příjmení"],
    ["Keresztnév", "Vezetéknév"],
    ["Utónév", "Családnév"],
    ["Ad", "Soyad"],
    ["Adı", "Soyadı"],
    ["Primeiro nome", "Apelido"],
  ])("%s and %s are one name, under the name policy", (first, last) => {
    expect(authorsOf([first, last], ["Pat", "Lake"], ["Jean-Luc", "Müller"])).toEqual(["Pat L.", "Jean-Luc M."]);
    expect(authorsOf([last, first], ["Lake", "Pat"])).toEqual(["Pat L."]);
  });

  test("a column with the whole name counts where there is one", () => {
    expect(authorsOf(["First Name", "Last Name", "Full Name"], ["Pat", "Lake", "Pat Lake"])).toEqual(["Pat L."]);
    expect(authorsOf(["First Name", "Name"], ["Pat", "Pat Lake"])).toEqual(["Pat L."]);
    expect(authorsOf(["First Name", "Last Name", "Nickname"], ["Pat", "Lake", "patty"])).toEqual(["patty"]);
  });

  test("a surname by itself is shown by its first letter", () => {
    expect(authorsOf(["Surname"], ["Lake"])).toEqual(["L."]);
    expect(authorsOf(["First Name", "Last Name"], ["Pat", ""], ["", "Marsh"])).toEqual(["Pat", "M."]);
  });

  test("a form of address is no first name", () => {
    expect(authorsOf(["Title", "First Name", "Last Name"], ["Mrs", "Pat", "Lake"], ["Dr.", "Lee", "Marsh"])).toEqual([
      "Pat L.",
      "Lee M.",
    ]);
    expect(authorsOf(["Anrede", "Vorname", "Nachname"], ["Frau", "Jana", "Müller"])).toEqual(["Jana M."]);
    expect(authorsOf(["First Name", "Last Name"], ["Mr & Mrs", "Lake"], ["Frau Dr.", "Müller"])).toEqual([
      "Mrs L.",
      "Dr. M.",
    ]);
  });

  test.each([
    ["reviewer.firstName", { reviewer: { firstName: "Pat", lastName: "Lake" } }],
    ["customer.first_name", { customer: { first_name: "Pat", last_name: "Lake" } }],
    ["author.givenName", { author: { givenName: "Pat", familyName: "Lake" } }],
    ["name.first", { name: { first: "Pat", last: "Lake" } }],
    ["author.name.first", { author: { name: { first: "Pat", last: "Lake" } } }],
    ["first_name", { first_name: "Pat", last_name: "Lake" }],
  ])("in JSON as %s are one name", (_path, author) => {
    const json = JSON.stringify([
      { ...author, review_id: "1", rating: 5, date: "2026-05-01", comment: "On time and friendly." },
    ]);
    expect(readOne("r.json", json, OPTIONS).records[0]?.review.authorName).toBe("Pat L.");
  });

  test("in schema.org are one name", () => {
    const author = { "@type": "Person", givenName: "Pat", familyName: "Lake" };
    const review = {
      "@type": "Review",
      datePublished: "2026-05-01",
      reviewRating: { ratingValue: 5 },
      reviewBody: "Good",
      author,
    };
    expect(readOne("r.json", JSON.stringify(review), OPTIONS).records[0]?.review.authorName).toBe("Pat L.");
  });
});

describe("an author who is not to be named", () => {
  const NAMES = ["Pat Lake", "Lee Marsh", "Kim Ford", "Ann Lee", "Tom Ruiz"];
  const authors = (header: string, ...cells: readonly string[]) =>
    readOne(
      "r.csv",
      `date,rating,text,author,${header}\n${cells.map((cell, at) => `2026-05-0${at + 1},5,On time,${NAMES[at]},${cell}\n`).join("")}`,
      { source: "google" },
    ).records.map(({ review }) => review.authorName);

  test.each(["Anonymous", "is_anonymous", "Post anonymously?", "Hide name", "Anonyme Bewertung"])(
    "is not named where %p is yes",
    (header) => {
      expect(authors(header, "yes", "no", "", "TRUE", "0")).toEqual([
        "A customer",
        "Lee M.",
        "Kim F.",
        "A customer",
        "Tom R.",
      ]);
    },
  );

  test("is not named where the answer is unknown", () => {
    expect(authors("Anonymous", "please")).toEqual(["A customer"]);
  });

  test("is found in the object of the author", () => {
    const json = JSON.stringify([
      { date: "2026-05-01", rating: 5, text: "On time", reviewer: { name: "Pat Lake", isAnonymous: true } },
    ]);
    expect(readOne("r.json", json, { source: "google" }).records[0]?.review).toMatchObject({
      authorName: "A customer",
      isAnonymous: true,
    });
  });
});

describe("what sites write for a name that they do not show", () => {
  const review = (author: string, reply = "") => {
    const csv = `author,rating,date,review,reply\n"${author}",5,2026-05-01,On time and friendly,"${reply}"\n`;
    return readOne("r.csv", csv, OPTIONS).records[0]?.review;
  };

  test("makes the author anonymous, in public and in comparisons", () => {
    expect(review("Trusted Customer")).toMatchObject({ authorName: "A customer", isAnonymous: true, known: {} });
  });

  test("is not taken out of the reply", () => {
    expect(review("A Google User", "Thank you for your Google review")?.replyText).toBe(
      "Thank you for your Google review",
    );
  });
});
