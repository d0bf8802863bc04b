/** Which sums of a review are prices of the business it is about. */
import { expect, test } from "bun:test";
import { priceNamedIn } from "../../src/pages/named_prices.ts";

const priceIn = (language: string | null, text: string) => priceNamedIn(text, language)?.price ?? null;

test("priceNamedIn() takes no sum of another company, another bill or a saving for this business's price", () => {
  for (const [language, text] of [
    ["en", "I'd been told by another company it needed $14,000 of work."],
    ["en", "Another company came first. They wanted $900."],
    ["en", "The estimate from Acme was $2,400."],
    ["en", "My neighbor paid $300 for the same job."],
    ["en", "It would have cost $2,000 to replace."],
    ["en", "What they found saved us $7,000 on the house."],
    ["en", "We had just bought a $400,000 house."],
    ["en", "They took $50 off the price."],
    ["de", "Eine andere Firma wollte 1.900 € haben."],
    ["de", "Mein Nachbar hat 300 € bezahlt."],
    ["de", "So haben wir 2.000 Euro gespart."],
    ["de", "Ein Neubau hätte 9.000 € gekostet."],
    ["es", "Otra empresa nos pedía 1.900 €."],
    ["es", "Nos ahorraron 700 € con la reparación."],
    ["es", "Una caldera nueva habría costado 3.000 euros."],
    ["fr", "Une autre entreprise demandait 1 900 €."],
    ["fr", "Mon voisin a payé 300 €."],
    ["fr", "Une chaudière neuve aurait coûté 3 000 €, il l'a réparée."],
    ["fr", "Nous avons économisé 700 €."],
    ["it", "Un'altra ditta voleva 1.900 €."],
  ] as const)
    expect([text, priceIn(language, text)]).toEqual([text, null]);
});

test("priceNamedIn() looks at every sum of a review and takes the first that is this business's", () => {
  expect(priceNamedIn("Another company wanted $14,000. We paid $450 here. The second visit was $90.", "en")).toEqual({
    price: "$450",
    quote: "We paid $450 here.",
  });
  expect(priceIn(null, "It was $79 to walk in the door.")).toBe("$79");
  expect(priceIn("de", "Die andere Firma wollte 900 €. Hier waren es 120 Euro.")).toBe("120 Euro");
  expect(priceIn("es", "Otra empresa pedía 900 €. Aquí pagamos 120 €.")).toBe("120 €");
  expect(priceIn("fr", "Une autre entreprise demandait 900 €. Nous avons payé 120 € ici.")).toBe("120 €");
});
