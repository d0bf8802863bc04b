/** @jsxImportSource preact */
/** The remaining setup steps, ticked by what actually exists; hidden once all are done. */
import { isPublicAddress } from "../../http/request.ts";
import { type MessageKey, messageText } from "../../languages/mod.ts";
import { businessState, editBusiness } from "../../owner/edit_business.ts";
import { Form } from "../components.tsx";
import type { ActRow, ConsoleContext } from "../page.ts";

interface SetupStep {
  readonly to: string;
  readonly label: MessageKey;
  readonly isDone: boolean;
}

function stepsOf({ business, means }: ConsoleContext, isNew: boolean): SetupStep[] {
  const own = isNew ? null : business;
  const { smtpUrl, mailFrom, mode } = means.config.invitations;
  const step = (to: string, label: MessageKey, isDone: boolean | undefined) => ({ to, label, isDone: isDone === true });
  return [
    step("/import", "frame.nav.import", !isNew),
    step("/profile", "profile.type", own !== null && own?.type !== "LocalBusiness"),
    step("/profile", "profile.opening_hours", own?.opening_hours && own.opening_hours.length > 0),
    step("/profile/pictures", "pictures.logo", own?.logo_image !== undefined),
    step("/profile/services", "catalog.services", own?.services && own.services.length > 0),
    step("/profile/technicians", "catalog.technicians", own?.technicians && own.technicians.length > 0),
    // With many businesses, the operator of the server sets both.
    ...(means.scope === null
      ? [
          step("/settings/address", "settings.part.address", isPublicAddress(means.baseUrl)),
          step("/settings/mail", "settings.part.mail", smtpUrl !== null && mailFrom !== null),
        ]
      : []),
    step("/invitations", "frame.nav.invitations", mode !== "off"),
  ];
}

/** Open until there are reviews, then folded into one line. */
export function SetupGuide({ context, isNew }: { readonly context: ConsoleContext; readonly isNew: boolean }) {
  const { words, business, person } = context;
  const steps = stepsOf(context, isNew);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (person.role !== "owner" || done === steps.length) return null;
  return (
    <details class="part guide" open={done < 3}>
      <summary>{words.say("guide.title", { done, count: steps.length })}</summary>
      <ul class="ways">
        {steps.map(({ to, label, isDone }) => (
          <li>
            <a href={to}>
              {messageText(words, label)} <small>{isDone ? "✓" : ""}</small>
            </a>
          </li>
        ))}
      </ul>
      {!isNew && business?.license === null && (
        <Form action={LICENSE_PATH} submit={words.say("guide.licenseYes")} state={businessState(business)}>
          <p>{words.say("guide.license")}</p>
        </Form>
      )}
    </details>
  );
}

const LICENSE_PATH = "/inbox/license";

/** Licenses the reviews as CC BY 4.0, the answer that owners would not find by themselves. */
export const guideRow: ActRow = {
  path: LICENSE_PATH,
  act: "edit_business",
  async run({ store, means }, form) {
    const edits = [{ path: "license", text: "CC-BY-4.0" }];
    const order = { edits, expected: form.text("state"), fetch: means.pictures.fetch };
    const { kind } = await editBusiness(store, order);
    return { kind: "done", to: "/", ...(kind === "saved" && { notice: "done.saved" }) };
  },
};
