/** @jsxImportSource preact */
import { setProfile } from "../../owner/profile.ts";
import { BackLink, Form, NotDescribed } from "../components.tsx";
import { formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { BusinessControl, businessForm, editedFields } from "./business_form.tsx";

const PATH = "/settings/time-zone";
const FIELDS = ["time_zone"];

export const timeZoneModule: ConsoleModule = {
  pages: [{ path: PATH, show: timeZonePage }],
  acts: [
    formRow(setProfile, {
      path: PATH,
      page: timeZonePage,
      to: PATH,
      explains: true,
      input: (context, form) => editedFields(context, form, FIELDS),
    }),
  ],
};

async function timeZonePage(context: ConsoleContext): Promise<ConsolePage> {
  const { words, business, person, now } = context;
  const form = businessForm(context, FIELDS);
  const zone = business?.time_zone ?? "UTC";
  const time = new Intl.DateTimeFormat(words.locale, { timeStyle: "short", timeZone: zone }).format(now);
  const body = (
    <>
      <BackLink href="/settings">{words.say("frame.nav.settings")}</BackLink>
      <p>{words.say("settings.timeZone.now", { zone, time })}</p>
      {business === null || business.is_sample ? (
        <NotDescribed words={words} />
      ) : (
        person.role === "owner" && (
          <Form action={PATH} submit={words.say("settings.save")} state={form.state}>
            <BusinessControl path="time_zone" form={form} words={words} />
          </Form>
        )
      )}
    </>
  );
  return { title: words.say("profile.time_zone"), section: "settings", body };
}
