/** The operation that serves photographs of jobs: read when they are asked for, since all of them would fill the memory. */
import { type Static, Type } from "typebox";
import { ComputedAnswers } from "../http/computed_answer.ts";
import { ASSET_CACHE_CONTROL } from "../http/headers.ts";
import { type Call, operation, whenPublished } from "../http/operation.ts";
import { jobPhotoPath, PATHS } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import { conditional, found, NOT_READY, problem, TOO_MANY, text, UNDATED } from "../http/responses.ts";
import { withoutWebpNotes } from "../review/mod.ts";
import type { ApiService } from "./api_service.ts";
import type { ApiPublished } from "./served_reviews.ts";

const WEBP = "image/webp";

const PhotoParameters = Type.Object({
  name: Type.String({ maxLength: 64, description: "Named after its content, as `business.photos` links to it" }),
});

/** A file of a photograph of a job. */
export const jobPhotoOperation = operation({
  id: "getJobPhoto",
  method: "GET",
  path: PATHS.jobPhoto,
  tag: "Pictures",
  summary: "A photograph of a job",
  description:
    "A copy of our own without what the camera noted, at most 1,600 pixels wide and high; a preview, at most 640. Cached forever; " +
    "404 once it was taken away.",
  pathParameters: PhotoParameters,
  responses: {
    200: found("The photograph", text("Bytes"), { mediaType: WEBP, headers: UNDATED }),
    404: problem(404, "No such photograph, or none any more"),
    405: problem(405, "Only GET and HEAD"),
    429: TOO_MANY,
    503: NOT_READY,
    ...conditional(UNDATED),
  },
  answer: whenPublished(
    async (call: Call<Static<typeof PhotoParameters>>, { publication }: ApiPublished, service: ApiService) => {
      const { request, parameters, client } = call;
      const { name } = parameters;
      const { photos = [] } = publication.business;
      const path = jobPhotoPath(name);
      const gone = () => plainProblem("not_found", "no such photograph");
      if (!photos.some(({ url, preview }) => url.endsWith(path) || preview.url.endsWith(path))) return gone();
      const answers = new ComputedAnswers({
        contentType: WEBP,
        digest: name.replace(/\.webp$/, ""),
        lastModified: null,
        links: [],
        cacheControl: ASSET_CACHE_CONTROL,
        revision: publication.contentDigest,
        isCompressed: true,
        headers: { "Content-Security-Policy": "default-src 'none'" },
      });
      const settled = answers.settled(request);
      if (settled !== null) return settled;
      const bytes = await service.photos.readPhoto(name);
      if (bytes === null) return gone();
      // Releases before 1.2.0 kept the colour profile.
      return answers.sendOwn(request, withoutWebpNotes(bytes), {
        recipient: { outgoing: service.admission.outgoing, client },
      });
    },
  ),
});
