/** @jsxImportSource preact */
import { addBusiness, moveBusiness, nameOfBusiness, removeBusiness, renameBusiness } from "../../owner/businesses.ts";
import { BackLink, ButtonLink, Section } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { overviewPage } from "./overview.tsx";

const OF_ONE = { page: businessPage, ofAllOnly: true } as const;

export const businessesModule: ConsoleModule = {
  pages: [
    { path: "/", show: listPage },
    { path: "/businesses/:id", ownersOnly: true, ofAllOnly: true, show: businessPage },
  ],
  acts: [
    formRow(addBusiness, { page: listPage, to: "/", notice: "done.businessAdded", ofAllOnly: true }),
    formRow(moveBusiness, OF_ONE),
    formRow(renameBusiness, { ...OF_ONE, to: (_, { data }) => `/businesses/${data.id}` }),
    formRow(removeBusiness, { ...OF_ONE, show: async (context, { data }) => removedPage(context, data) }),
  ],
};

async function listPage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { words, person } = context;
  const mayAdd = person.role === "owner" && person.businesses === null;
  const add = mayAdd && (
    <Section title={words.say("businesses.add")} lead={words.say("businesses.addLead")}>
      <ActForm context={context} act={addBusiness} submit={words.say("businesses.addNow")} />
    </Section>
  );
  return overviewPage(context, { mayChange: mayAdd, below: add });
}

async function businessPage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { words, parameters, services } = context;
  if (services.scope === null) return null;
  await using list = await services.scope.openList();
  const found = (await list.list()).find(({ id }) => id === parameters.id);
  if (found === undefined) return null;
  const { id, baseUrl } = found;
  const form = { context, of: found };
  const body = (
    <>
      <BackLink href="/">{words.say("frame.businesses")}</BackLink>
      <Section title={words.say("businesses.address")} lead={words.say("businesses.moveLead")}>
        <ActForm {...form} act={moveBusiness} submit={words.say("businesses.move")} values={{ base_url: baseUrl }} />
      </Section>
      <Section title={words.say("businesses.id")} lead={words.say("businesses.renameLead")}>
        <ActForm {...form} act={renameBusiness} submit={words.say("businesses.rename")} values={{ id }} />
      </Section>
      <ActForm {...form} act={removeBusiness} submit={words.say("businesses.remove")} confirm={true}>
        <p>{words.say("businesses.removeMeans")}</p>
      </ActForm>
    </>
  );
  return { title: (await nameOfBusiness(services.scope, id)) ?? id, section: "inbox", body };
}

interface RemovedBusiness {
  readonly id: string;
  readonly left_at: string;
}

function removedPage({ words }: ConsoleContext, { id, left_at: leftAt }: RemovedBusiness): ConsolePage {
  const body = (
    <>
      <p>{words.say("businesses.leftAt")}</p>
      <p>
        <code class="secret">{leftAt}</code>
      </p>
      <ButtonLink href="/">{words.say("frame.businesses")}</ButtonLink>
    </>
  );
  return { title: words.say("businesses.removed", { id }), section: "inbox", body };
}
