/** Photographs of jobs, read when asked for: all of them would fill the memory. */
import { type Static, Type } from "typebox";
import { ASSET_CACHE_CONTROL, REVISION_HEADER } from "../http/headers.ts";
import { type Call, operation, whenPublished } from "../http/operation.ts";
import { jobPhotoPath, PATHS } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import { Content } from "../http/respond.ts";
import { withoutWebpNotes } from "../review/mod.ts";
import type { ApiService } from "./api_service.ts";
import type { ApiPublished } from "./served_reviews.ts";

const WEBP = "image/webp";

const PhotoParameters = Type.Object({ name: Type.String() });

export const jobPhotoOperation = operation({
  id: "getJobPhoto",
  method: "GET",
  path: PATHS.jobPhoto,
  pathParameters: PhotoParameters,
  responses: {},
  answer: whenPublished(
    async (call: Call<Static<typeof PhotoParameters>>, { publication }: ApiPublished, service: ApiService) => {
      const { name } = call.parameters;
      const { photos = [] } = publication.business;
      const path = jobPhotoPath(name);
      const gone = () => plainProblem("not_found", "no such photograph");
      if (!photos.some(({ url, preview }) => url.endsWith(path) || preview.url.endsWith(path))) return gone();
      const content = new Content({
        contentType: WEBP,
        digest: name.replace(/\.webp$/, ""),
        lastModified: null,
        cacheControl: ASSET_CACHE_CONTROL,
        isCompressed: true,
        headers: { [REVISION_HEADER]: publication.contentDigest, "Content-Security-Policy": "default-src 'none'" },
      });
      const settled = content.conditional(call.request);
      if (settled !== null) return settled;
      const bytes = await service.photos.readPhoto(name);
      // Releases before 1.2.0 kept the colour profile.
      return bytes === null ? gone() : content.send(call, withoutWebpNotes(bytes));
    },
  ),
});
