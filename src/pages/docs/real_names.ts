/**
 * What stands in the place of `{id}` in samples: names of this publication, so that each sample leads to something.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { PATHS } from "../../web/paths.ts";
import { themePath } from "../brand/theme.ts";
import { type Mentioned, services, technicians } from "../entity/mentioned.ts";
import { picturePath } from "../picture_file.ts";
import type { Parameter, PlacedOperation } from "./openapi.ts";
import type { DocsPart } from "./parts.ts";

/** The part with examples of this publication for the parameters of its paths, where it has any. */
export function withRealNames(part: DocsPart, publication: Publication): DocsPart {
  const operations = part.operations.map((placed) => ({
    ...placed,
    parameters: placed.parameters.map((parameter) => withRealName(placed, parameter, publication)),
  }));
  return { ...part, operations };
}

function withRealName({ path }: PlacedOperation, parameter: Parameter, publication: Publication): Parameter {
  if (parameter.in !== "path") return parameter;
  const example = realName(path, publication);
  return example === null ? parameter : { ...parameter, example };
}

/** What the parameter of a path stands for; null where the publication has nothing of the kind. */
function realName(path: string, publication: Publication): string | null {
  const { business, reviewCount } = publication;
  switch (path) {
    case PATHS.review:
    case PATHS.reviewData:
    case PATHS.reviewShareImage:
      return reviewCount === 0 ? null : publication.idAt(0);
    case PATHS.since:
      return reviewCount === 0 ? null : `${publication.reviewAt(0).date.slice(0, 7)}-01`;
    case PATHS.technician:
    case PATHS.technicianShareImage:
      return mostMentioned(technicians(publication));
    case PATHS.service:
    case PATHS.serviceShareImage:
      return mostMentioned(services(publication));
    case PATHS.logo:
    case PATHS.photo: {
      const kind = path === PATHS.logo ? "logo" : "photo";
      const picture = publication[kind];
      return picture && lastOf(picturePath(kind, picture));
    }
    case PATHS.theme:
      return business.color && lastOf(themePath(business.color));
    default:
      return null;
  }
}

function mostMentioned(entries: readonly Mentioned[]): string | null {
  return entries.toSorted((one, other) => other.count - one.count)[0]?.id ?? null;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
