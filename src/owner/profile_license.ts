/** Answers whether others may reuse the published reviews: yes licenses them, no is remembered. */
import Type from "typebox";
import { isLicenseDeclined, readBusiness } from "../store/mod.ts";
import { act, done, same } from "./act.ts";
import { field } from "./act_input.ts";
import { editBusiness } from "./edit_business.ts";
import { refused } from "./refusal.ts";

export const answerLicense = act({
  name: "profile license",
  path: "inbox",
  within: "store",
  details:
    "Yes licenses the published reviews as CC BY 4.0; no keeps all rights. Either way the inbox and doctor do not ask " +
    "again. To choose another license, set the field license of the profile.",
  examples: [["goodword profile license no", "nobody may reuse the reviews"]],
  input: Type.Object({
    answer: Type.Enum(["yes", "no"], field({ flags: "<answer>", help: "whether others may reuse your reviews" })),
  }),
  async run(store, { input: { answer }, context: { pictures } }) {
    const business = (await readBusiness(store))?.profile;
    if (business === undefined || business.is_sample) return refused("invalid", "pictures.first");
    const isDeclined = await isLicenseDeclined(store);
    const decided = business.license?.name ?? (isDeclined ? "no" : null);
    const notice = "done.saved";
    if (business.license !== null || (answer === "no" && isDeclined)) {
      return same({ lines: [`Already decided: ${decided}; nothing was changed`], data: { license: decided }, notice });
    }
    if (answer === "yes") {
      await editBusiness(store, { edits: [{ path: "license", text: "CC-BY-4.0" }], fetch: pictures.fetch });
      return done({
        lines: ["Your published reviews are licensed as CC BY 4.0"],
        data: { license: "CC-BY-4.0" },
        notice,
      });
    }
    await store.reviews.write(async (writes) => {
      await writes.saveSetting("license_declined", "yes");
      await writes.recordAct({ command: "profile license", lines: [{ detail: { answer } }] });
    });
    return done({ lines: ["Nobody may reuse your published reviews"], data: { license: null }, notice });
  },
});
