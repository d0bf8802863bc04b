/** Leaves a job out of the invitations, with a reason for the owner's own records. */
import Type from "typebox";
import { act, done } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";
import { jobSubject } from "./subjects.ts";

export const skip = act({
  name: "jobs skip",
  subject: jobSubject,
  within: "jobs",
  input: Type.Object({
    note: Type.String({
      maxLength: 300,
      ...field({
        flags: "--note <text>",
        help: "why, for your own records",
        label: "jobs.note",
        missing: "jobs.noteMissing",
      }),
    }),
  }),
  async run(writes, { one: { job, invitation }, input }) {
    const { id } = job;
    if (invitation !== null) return refused("invalid", "jobs.invitedAlready");
    await writes.change(id, { skippedAt: writes.now, skippedNote: input.note.trim() });
    return done({
      lines: [`${id} is not invited; the number of jobs left out is published`],
      data: { id, reason: "by_owner" },
      notice: "done.skipped",
    });
  },
  detail: ({ id }) => ({ id }),
});
