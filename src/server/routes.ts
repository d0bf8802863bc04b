/** Which business a request is to: by its host, then by the longest base path that the path is below. */
import { targetOf } from "../http/request.ts";
import { comparableAddress, type ListedBusiness, withoutDefaultPort } from "../store/mod.ts";

interface Place {
  readonly business: ListedBusiness;
  readonly path: string;
}

export interface Destination {
  readonly business: ListedBusiness;
  /** The target below the base address; null where that has no path, and the target stays as it is. */
  readonly below: string | null;
}

/** The addresses of all businesses; an only one is at any address. */
export class Routes {
  readonly #only: Destination | null;
  /** Places by host, longest path first. */
  readonly #places = new Map<string, Place[]>();
  readonly #names = new Set<string>();

  constructor(businesses: readonly ListedBusiness[], only: ListedBusiness | null) {
    this.#only = only && { business: only, below: null };
    for (const business of businesses) {
      const address = comparableAddress(business.baseUrl);
      this.#names.add(new URL(business.baseUrl).hostname);
      const slash = address.indexOf("/");
      const host = slash < 0 ? address : address.slice(0, slash);
      const places = this.#places.get(host) ?? [];
      places.push({ business, path: slash < 0 ? "" : address.slice(slash) });
      this.#places.set(host, places);
    }
    for (const places of this.#places.values()) places.sort((a, b) => b.path.length - a.path.length);
  }

  /** Whether a business is at a host of this name, whatever its port. */
  hasName(name: string): boolean {
    return this.#names.has(name) || this.#names.has(name.toLowerCase());
  }

  find(url: string): Destination | null {
    if (this.#only !== null) return this.#only;
    if (url.startsWith("/")) return null;
    const start = url.indexOf("//") + 2;
    const end = url.indexOf("/", start);
    const places = this.#placesAt(end < 0 ? url.slice(start) : url.slice(start, end));
    if (places === undefined) return null;
    for (const { business, path } of places) {
      if (path === "") return { business, below: null };
      const target = targetOf(url);
      if (!target.startsWith(path)) continue;
      const below = target.slice(path.length);
      if (below === "" || below.startsWith("/") || below.startsWith("?")) {
        return { business, below: below.startsWith("/") ? below : `/${below}` };
      }
    }
    return null;
  }

  #placesAt(host: string): readonly Place[] | undefined {
    return this.#places.get(host) ?? this.#places.get(withoutDefaultPort(host.toLowerCase()));
  }
}
