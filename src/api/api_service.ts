/**
 * What the operations of the REST interface need of the running server.
 *
 * @module
 */

import type { Admission } from "../http/admission.ts";
import type { Site } from "../http/paths.ts";
import type { Representation } from "../http/representation.ts";
import type { PublishingService } from "../http/when_published.ts";
import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import type { ChangeStreams } from "./change_streams.ts";
import type { LogTiles } from "./log_tiles.ts";
import type { ReviewAnswers } from "./reviews.ts";
import type { ApiPublished } from "./served_reviews.ts";

/** What the operations of the REST interface need from the running server. */
export interface ApiService extends PublishingService<ApiPublished> {
  readonly site: Site;
  readonly admission: Admission;
  /** The transparency log. */
  readonly logTiles: LogTiles;
  /** Whether it is certain that no other server answers for this business. */
  readonly isOnlyServer: () => boolean;
  readonly changeStreams: Pick<ChangeStreams, "open">;
  /** Made once for a publication. */
  readonly reviewAnswers: (published: ApiPublished) => ReviewAnswers;
  /** A review as schema.org puts it. */
  readonly reviewJsonLd: (publication: Publication, review: Review) => Promise<object>;
  /** Made when it is first asked for. */
  readonly openApi: () => Promise<{ readonly representation: Representation }>;
  /** Figures in Prometheus text. */
  readonly metrics: () => Promise<string>;
  /** Why the server is not ready although something is published; null when nothing is in its way. */
  readonly trouble: () => string | null;
}
