/** Erases the customers of jobs; their keyed digests stay. */
import Type from "typebox";
import { counted } from "../review/mod.ts";
import { act, done, unknown } from "./act.ts";
import { jobSubject } from "./subjects.ts";

export const forget = act({
  name: "jobs forget",
  subject: jobSubject,
  within: "jobs",
  isForMany: true,
  argument: { name: "<ids...>", description: "ids of jobs" },
  details:
    "Keyed digests remain: customers who unsubscribed are not invited again, and the job is recognised if added again.",
  input: Type.Object({}),
  async run(writes, { ids, found }) {
    const known = new Set(found.map(({ job }) => job.id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) return unknown(jobSubject, missing);
    await writes.forget(ids);
    return done({
      lines: [`Names and contacts of ${counted(ids.length, "job")} erased`],
      data: { forgotten: ids },
      notice: "done.forgotten",
    });
  },
  detail: ({ forgotten }) => ({ jobs: forgotten }),
});
