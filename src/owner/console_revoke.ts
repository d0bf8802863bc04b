/** Logs a user out everywhere and revokes all open invitation links, since the user may have created some. */
import Type from "typebox";
import type { StoredPerson } from "../store/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { nameKeyOf } from "./person_names.ts";
import { refused } from "./refusal.ts";

type Named = Pick<StoredPerson, "id" | "name">;

const person: Subject<Named, "console"> = {
  argument: { name: "<name>", description: "name of the person" },
  path: "people/:id",
  unknown: "act.noUser",
  find: async (reads, [given = ""]) =>
    (await reads.people()).filter(({ id, nameKey }) => id === given || nameKey === nameKeyOf(given)),
  id: ({ id }) => id,
};

/** The last owner cannot be removed: nobody could grant access again. */
export const revoke = act({
  name: "console revoke",
  command: "revoke",
  subject: person,
  within: "console",
  input: Type.Object({}),
  async run(writes, { one }) {
    const ofAll = (await writes.people()).filter(({ role, businesses }) => role === "owner" && businesses === null);
    if (ofAll.length === 1 && ofAll[0]?.id === one.id) return refused("invalid", "act.lastOwner");
    await writes.deletePerson(one.id);
    await writes.deleteClaims();
    const { name } = one;
    return done({
      lines: [`${name} is logged out everywhere and cannot log in again`],
      data: { name },
      notice: "done.revoked",
    });
  },
  detail: ({ name }) => ({ person: name }),
});
