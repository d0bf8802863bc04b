/** The one binary, as it is installed: what an agent, a program and an owner get from it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { isWithoutBrowser } from "../support/browser.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { tryReviewAtDocs } from "../support/docs_page.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const BINARY = fileURLToPath(new URL("../../dist/goodword", import.meta.url));

const REVIEWS = reviewsFile(
  { id: "a1", text: "Amy mended the boiler" },
  { id: "a2", rating: 4, text: "A tidy job on the boiler" },
  { id: "a3", rating: 2, text: "Late" },
);

describe.skipIf(skipUnless(existsSync(BINARY), "the binary: run `bun run build` first"))("the binary", () => {
  const shop = new Workshop();
  const program = [BINARY];
  const environment = {
    DATABASE_URL: `file:${shop.database}`,
    HOST: "127.0.0.1",
    PORT: "0",
    GOODWORD_SEED: "none",
    LOG_FORMAT: "json",
  };
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    const file = shop.write("reviews.json", REVIEWS);
    const imported = await spawnGoodword(["import", file], { program, environment }).ended;
    expect(imported).toMatchObject({ code: 0, err: "" });
    expect(imported.out).toStartWith("3 new, 0 changed, 0 unchanged; revision 1\n");
    service = await startService({ program, environment });
    client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`));
    await client.connect(transport as Parameters<typeof client.connect>[0]);
  });

  afterAll(async () => {
    await client?.close();
    await service?.kill("SIGTERM");
    shop[Symbol.dispose]();
  });

  test("answers the official MCP client, which finds the tools", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "goodword" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("search_reviews");
  });

  test.each([{ query: "boiler" }, { rating: 5 }, { min_rating: 3, limit: 1 }])(
    "finds by MCP what REST finds: %j",
    async (filter) => {
      const { structuredContent } = await client.callTool({
        name: "search_reviews",
        arguments: { ...filter, detail: "full" },
      });
      const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
      const found = await fetch(`${service.url}/api/reviews/search?${query}`);
      const { reviews } = (await found.json()) as { reviews: { id: string }[] };
      expect(reviews.length).toBeGreaterThan(0);
      expect(structuredContent).toMatchObject({ reviews });
    },
  );

  test.skipIf(isWithoutBrowser())("contains the API reference, which tries an operation", async () => {
    await tryReviewAtDocs(service.url, "a1");
  });

  test("publishes an import by another process, to MCP as well", async () => {
    const file = shop.write("more.json", reviewsFile({ id: "a4", text: "They came in the snow" }));
    expect((await spawnGoodword(["import", file], { program, environment }).ended).code).toBe(0);
    await eventually("the review about the snow", async () => {
      const found = await (await fetch(`${service.url}/api/reviews/search?query=snow`)).json();
      return (found as { total: number }).total > 0;
    });
    const { structuredContent } = await client.callTool({ name: "get_review", arguments: { id: "a4" } });
    expect(JSON.stringify(structuredContent)).toContain("They came in the snow");
  });
});
