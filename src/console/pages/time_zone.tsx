/** @jsxImportSource preact */
import { BackLink, Form, NotDescribed, Notice } from "../components.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { BusinessControl, type BusinessForm, freshForm, saveForm, typedForm } from "./business_form.tsx";

const PATH = "/settings/time-zone";
const FIELDS = ["time_zone"];

export const timeZoneModule: ConsoleModule = {
  pages: [{ path: PATH, show: async (context) => timeZonePage(context) }],
  acts: [
    {
      path: PATH,
      act: "edit_business",
      run: async (context, form) => {
        const { business } = context;
        if (business === null || business.is_sample) return { kind: "missing" };
        const show = (shown: BusinessForm, now: ConsoleContext) => timeZonePage(now, shown);
        return saveForm(context, typedForm(form, FIELDS), { paths: FIELDS, show, to: PATH });
      },
    },
  ],
};

function timeZonePage(
  { words, business, person, now }: ConsoleContext,
  form: BusinessForm = freshForm(business, FIELDS),
): ConsolePage {
  const zone = business?.time_zone ?? "UTC";
  const time = new Intl.DateTimeFormat(words.locale, { timeStyle: "short", timeZone: zone }).format(now);
  const body = (
    <>
      <BackLink href="/settings">{words.say("frame.nav.settings")}</BackLink>
      {form.isOvertaken && <Notice tone="waiting">{words.say("frame.changed")}</Notice>}
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
