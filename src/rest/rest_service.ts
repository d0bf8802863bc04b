/**
 * What the operations of the REST interface need of the running server.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import type { Representation } from "../web/representation.ts";
import type { Site } from "../web/site.ts";
import type { PublishingService } from "../web/when_published.ts";
import type { ChangeStreams } from "./changes/change_streams.ts";
import type { RestPublished } from "./review_set.ts";
import type { ReviewAnswers } from "./reviews.ts";

/** What the operations of the REST interface need from the running server. */
export interface RestService extends PublishingService<RestPublished> {
  readonly site: Site;
  readonly changeStreams: Pick<ChangeStreams, "open">;
  /** Made once for a publication. */
  readonly reviewAnswers: (published: RestPublished) => ReviewAnswers;
  /** A review as schema.org puts it. */
  readonly reviewJsonLd: (publication: Publication, review: Review) => Promise<object>;
  /** Made when it is first asked for. */
  readonly openApi: () => Promise<{ readonly representation: Representation }>;
  /** Figures in Prometheus text. */
  readonly metrics: () => Promise<string>;
  /** Why the server is not ready although something is published; null when nothing is in its way. */
  readonly trouble: () => string | null;
}
