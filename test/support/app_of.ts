/** The application over a publication, without a server; the doors that a test does not come to are not there. */

import { PATHS } from "../../src/http/paths.ts";
import type { Publication } from "../../src/publication/mod.ts";
import type { Published } from "../../src/publication/publishing/mod.ts";
import { type App, createApp, type OpenServices } from "../../src/server/app/mod.ts";
import { createProcessLimits } from "../../src/server/process_limits.ts";
import { CLIENT } from "./client.ts";
import { createRecordingLog } from "./recording_log.ts";
import { createSeededRandom } from "./seeded_random.ts";
import { createVirtualClock } from "./virtual_clock.ts";

interface AppOptions extends Partial<OpenServices> {
  readonly rateLimitPerMinute?: number;
}

/** The app, which answers about the reviews of `publication`; without one, requests for it wait for ever. */
export function appOf(publication: Publication | null, { rateLimitPerMinute = 0, ...parts }: AppOptions = {}): App {
  const current = publication && ({ publication, documents: new Map(), topics: [] } as unknown as Published);
  const clock = parts.clock ?? createVirtualClock();
  return createApp({
    ...createProcessLimits({ rateLimitPerMinute }, clock),
    site: { baseUrl: "https://reviews.example" },
    version: "1.0.0",
    startedAt: 0,
    reader: { current, ready: () => (current ? Promise.resolve(current) : new Promise(() => {})) },
    clock,
    log: createRecordingLog(),
    random: createSeededRandom(1),
    isOnlyServer: () => true,
    draw: async () => new Uint8Array([137, 80, 78, 71]),
    ...parts,
  } as OpenServices);
}

/** Its answer to a GET. */
export async function getOf(app: App, pathAndQuery: string): Promise<Response> {
  return app(new Request(`http://goodword.test${pathAndQuery}`), CLIENT);
}

/** The OpenAPI document that is served at a base address. */
export async function servedOpenApi(baseUrl: string): Promise<Readonly<Record<string, unknown>>> {
  return (await (await getOf(appOf(null, { site: { baseUrl } }), PATHS.openApi)).json()) as Record<string, unknown>;
}
