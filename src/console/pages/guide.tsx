/** @jsxImportSource preact */
/** The remaining setup steps, ticked by what actually exists; hidden once all are done. */
import { isPublicAddress } from "../../http/request.ts";
import { type MessageKey, messageText } from "../../languages/mod.ts";
import type { Inbox } from "../../owner/inbox.ts";
import { answerLicense } from "../../owner/profile_license.ts";
import { ActForm } from "../form_of_act.tsx";
import type { ConsoleContext } from "../page.ts";

interface SetupStep {
  readonly to: string;
  readonly label: MessageKey;
  readonly isDone: boolean;
}

function stepsOf({ business, services }: ConsoleContext, { isNew, hasReviews }: Inbox): SetupStep[] {
  const own = isNew ? null : business;
  const { smtpUrl, mailFrom, mode } = services.config.invitations;
  const step = (to: string, label: MessageKey, isDone: boolean | undefined) => ({ to, label, isDone: isDone === true });
  return [
    step("/import", "frame.nav.import", hasReviews),
    step("/profile", "profile.type", own !== null && own?.type !== "LocalBusiness"),
    step("/profile", "profile.opening_hours", own?.opening_hours && own.opening_hours.length > 0),
    step("/profile/pictures", "pictures.logo", own?.logo_image !== undefined),
    step("/profile/services", "catalog.services", own?.services && own.services.length > 0),
    step("/profile/technicians", "catalog.technicians", own?.technicians && own.technicians.length > 0),
    // With many businesses, the operator of the server sets both.
    ...(services.scope === null
      ? [
          step("/settings/address", "settings.part.address", isPublicAddress(services.baseUrl)),
          step("/settings/mail", "settings.part.mail", smtpUrl !== null && mailFrom !== null),
        ]
      : []),
    step("/invitations", "frame.nav.invitations", mode !== "off"),
  ];
}

/** Open until there are reviews, then folded into one line. */
export function SetupGuide({ context, inbox }: { readonly context: ConsoleContext; readonly inbox: Inbox }) {
  const { words, person } = context;
  const { asksLicense } = inbox;
  const steps = stepsOf(context, inbox);
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
      {asksLicense && (
        <>
          <p>{words.say("guide.license")}</p>
          <div class="row-acts">
            <ActForm
              context={context}
              act={answerLicense}
              fixed={{ answer: "yes" }}
              submit={words.say("guide.licenseYes")}
            />
            <ActForm
              context={context}
              act={answerLicense}
              fixed={{ answer: "no" }}
              submit={words.say("guide.licenseNo")}
            />
          </div>
        </>
      )}
    </details>
  );
}
