/**
 * From the query string of the home page to the search that it asks for.
 *
 * @module
 */
import { SearchQuery } from "../publication/mod.ts";
import { once } from "../web/once.ts";
import { parameterReader } from "../web/parameters.ts";
import type { Search } from "./search_page.tsx";

const readQuery = once(() => parameterReader(SearchQuery));

/**
 * The search that a query string asks for. Fields of a form that were left empty are no filters, and parameters that are
 * not ours (campaign tags and the like) are let be; everything else is judged as the search interface judges it.
 */
export function readSearch(queryString: string): Search {
  const known = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(queryString)) {
    if (name in SearchQuery.properties && value.trim() !== "") known.append(name, value);
  }
  // A form offers this order also where no words were entered.
  if (known.get("sort") === "relevant" && !known.has("query") && !known.has("words")) known.delete("sort");
  const asked = [...known.keys()];
  const reading = readQuery()(known.toString());
  if (reading.kind === "invalid") return { query: {}, issues: reading.issues };
  const query = Object.fromEntries(Object.entries(reading.value).filter(([name]) => asked.includes(name)));
  return { query, issues: [] };
}
