/** Tokens with which other programs add jobs or reviews: shown once, stored as digests. */
import Type from "typebox";
import { digestOfToken, type JobsToken, TOKEN_GRANTS } from "../invitations/mod.ts";
import type { Store } from "../store/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";

const TOKEN_BYTES = 32;
const MAX_NAME_LENGTH = 64;

/** Verifications that a token can give to its reviews. Proofs by a job or by our own link are left to this program. */
const VERIFICATIONS = ["none", "platform", "operator_attested"] as const;

/** Creates a token, which names its business if there are many. Each name has one token at a time. */
export const createToken = act({
  name: "jobs token create",
  path: "jobs/tokens",
  within: "jobs",
  createsStore: true,
  input: Type.Object({
    name: Type.String({
      maxLength: MAX_NAME_LENGTH,
      ...field({
        flags: "<name>",
        help: "the program it is for, such as zapier",
        label: "jobs.tokenName",
        hint: "jobs.tokenNameHint",
        missing: "jobs.tokenNameHint",
      }),
    }),
    may: Type.Optional(
      Type.Enum(
        [...TOKEN_GRANTS],
        field({
          flags: "--may <what>",
          help: "what the program may add (default: jobs)",
          label: "jobs.tokenMay",
          choices: { jobs: "frame.nav.jobs", reviews: "frame.nav.reviews" },
        }),
      ),
    ),
    verified_by: Type.Optional(
      Type.Enum(
        [...VERIFICATIONS],
        field({
          flags: "--verified-by <method>",
          help: "verification of its reviews (default: none, and they wait in the inbox)",
          label: "jobs.tokenVerifies",
          hint: "jobs.tokenVerifiesHint",
          choices: {
            none: "shared.method.none",
            platform: "shared.method.platform",
            operator_attested: "shared.method.operator_attested",
          },
        }),
      ),
    ),
  }),
  async run(writes, { input, context: { randomBytes, business } }) {
    const { may = "jobs", verified_by: verifiedBy = "none" } = input;
    if (may === "jobs" && verifiedBy !== "none") return refused("usage", "jobs.tokenVerifiesJobs", {}, "verified_by");
    const name = input.name.trim();
    if (!/^[\w.-]{1,64}$/.test(name)) return refused("usage", "jobs.tokenNameHint", {}, "name");
    const known = (await writes.jobsTokens()).find((each) => each.name === name);
    if (known?.revokedAt === null) return refused("invalid", "jobs.tokenTaken", {}, "name");
    const secret = Buffer.from(randomBytes(TOKEN_BYTES)).toString("base64url");
    const token = `gwj_${business === undefined ? "" : `${business}.`}${secret}`;
    const digest = digestOfToken(token);
    await writes.saveJobsToken({ name, digest, may, verifiedBy, createdAt: writes.now, revokedAt: null });
    const data = { name, may, verified_by: verifiedBy, token };
    return done({ lines: [token, "Keep it now: it is not shown again"], data, notice: "done.saved" });
  },
  detail: ({ name }) => ({ name }),
});

const token: Subject<JobsToken, "jobs"> = {
  argument: { name: "<name>", description: "name of the token" },
  path: "jobs/tokens/:id",
  unknown: "act.noToken",
  find: async (reads, [wanted]) =>
    (await reads.jobsTokens()).filter(({ name, revokedAt }) => name === wanted && revokedAt === null),
  id: ({ name }) => name,
  // A token that was revoked and created again has another state.
  seen: ({ createdAt }) => createdAt,
};

export const revokeToken = act({
  name: "jobs token revoke",
  subject: token,
  within: "jobs",
  input: Type.Object({}),
  async run(writes, { one }) {
    const { name } = one;
    await writes.saveJobsToken({ ...one, revokedAt: writes.now });
    return done({ lines: [`Token ${name} revoked`], data: { name }, notice: "done.tokenRevoked" });
  },
  detail: ({ name }) => ({ name }),
});

export function listJobsTokens({ jobs }: Store): Promise<readonly JobsToken[]> {
  return jobs.read((reads) => reads.jobsTokens());
}

export async function findJobsToken({ jobs }: Store, token: string): Promise<JobsToken | null> {
  const digest = digestOfToken(token);
  const tokens = await jobs.read((reads) => reads.jobsTokens());
  return tokens.find((each) => each.digest === digest && each.revokedAt === null) ?? null;
}
