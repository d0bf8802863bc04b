/** The pages on a socket, for a browser. */
import { type PageSite, pageAssets } from "../../src/pages/mod.ts";
import type { Publication } from "../../src/publication/mod.ts";
import { pageAt, SITE, type StageOptions } from "./page_stage.ts";

/** A server of the pages and assets on a free port. */
export function servePages(publicationFor: (site: PageSite) => Publication, options: StageOptions = {}) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const asset = pageAssets.find(({ path }) => path === pathname);
      if (asset) return new Response(await asset.read(), { headers: { "Content-Type": asset.mediaType } });
      if (pathname === "/api/reviews/search") return Response.json({ asked: search });
      const page = await pageAt(publication, `${pathname}${search}`, { ...options, site });
      const headers = { ...page.headers, "Content-Type": page.mediaType, "Access-Control-Allow-Origin": "*" };
      return new Response(page.body, { status: page.status, headers });
    },
  });
  const site = { ...SITE, baseUrl: `http://127.0.0.1:${server.port}` };
  const publication = publicationFor(site);
  return { site, stop: () => server.stop(true) };
}
