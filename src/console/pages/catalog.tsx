/** @jsxImportSource preact */
import { CATALOG_FIELDS, type CatalogList, textAt } from "../../owner/business_fields.ts";
import { addToProfile, removeFromProfile, setProfile } from "../../owner/profile.ts";
import { BackLink, Badge, Empty, Form, NotDescribed, Notice, Section } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ActRow, ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { BusinessControl, businessForm, editedFields } from "./business_form.tsx";

const LISTS = Object.keys(CATALOG_FIELDS) as CatalogList[];

export const catalogModule: ConsoleModule = {
  pages: LISTS.flatMap((list) => [
    { path: `/profile/${list}`, show: async (context) => listPage(context, list) },
    { path: `/profile/${list}/:id`, show: async (context) => entryPage(context, list) },
  ]),
  acts: LISTS.flatMap((list): ActRow[] => {
    const path = `/profile/${list}`;
    // The entry may be gone since the form was made.
    const ofOne = {
      page: async (context: ConsoleContext) => (await entryPage(context, list)) ?? listPage(context, list),
      to: path,
      explains: true,
    };
    return [
      formRow(addToProfile, {
        path,
        to: path,
        page: async (context) => listPage(context, list),
        input: async () => ({ list, ...(list !== "technicians" && { public: true }) }),
      }),
      formRow(setProfile, {
        ...ofOne,
        path: `${path}/:id`,
        input: (context, form) => editedFields(context, form, pathsOf(context, list)),
      }),
      formRow(removeFromProfile, {
        ...ofOne,
        path: `${path}/:id/remove`,
        input: async ({ parameters }) => ({ list, ids: [parameters.id] }),
      }),
    ];
  }),
};

function pathsOf({ parameters }: ConsoleContext, list: CatalogList): string[] {
  return Object.keys(CATALOG_FIELDS[list]).map((field) => `${list}.${parameters.id}.${field}`);
}

function listPage(context: ConsoleContext, list: CatalogList): ConsolePage {
  const { words, business, person } = context;
  const own = business?.is_sample ? null : business;
  const title = words.say(`catalog.${list}`);
  const entries = own?.[list] ?? [];
  const body = (
    <>
      <BackLink href="/profile">{words.say("profile.back")}</BackLink>
      <p>{words.say(`catalog.${list}.lead`)}</p>
      {own === null ? (
        <NotDescribed words={words} />
      ) : (
        <>
          {entries.length === 0 && <Empty title={words.say(`catalog.${list}.none`)}>{words.say("catalog.none")}</Empty>}
          <ul class="list">
            {entries.map((entry) => (
              <li>
                <a href={`/profile/${list}/${entry.id}`}>
                  <bdi>{entry.name}</bdi>
                </a>
                {"public" in entry && !entry.public && <Badge>{words.say("catalog.notPublic")}</Badge>}
              </li>
            ))}
          </ul>
          {person.role === "owner" && (
            <Section title={words.say("jobs.add")}>
              <ActForm
                context={context}
                act={addToProfile}
                path={`/profile/${list}`}
                submit={words.say("jobs.add")}
                omit={list === "technicians" ? [] : ["public"]}
              />
            </Section>
          )}
        </>
      )}
    </>
  );
  return { title, section: "profile", body };
}

async function entryPage(context: ConsoleContext, list: CatalogList): Promise<ConsolePage | null> {
  const { words, person, parameters, business } = context;
  const form = businessForm(context, pathsOf(context, list));
  const path = `${list}.${parameters.id}`;
  const name = textAt(business, `${path}.name`);
  if (name === null || business?.is_sample) return null;
  const isOwner = person.role === "owner";
  const body = (
    <>
      <BackLink href={`/profile/${list}`}>{words.say(`catalog.${list}`)}</BackLink>
      {!isOwner && <Notice>{words.say("frame.closed.readersAdvice")}</Notice>}
      <Form
        action={`/profile/${list}/${parameters.id}`}
        {...(isOwner && { submit: words.say("profile.save") })}
        state={form.state}
      >
        <fieldset class="plain" disabled={!isOwner}>
          <legend class="unseen">{name}</legend>
          {Object.keys(CATALOG_FIELDS[list]).map((field) => (
            <BusinessControl path={`${path}.${field}`} form={form} words={words} />
          ))}
        </fieldset>
      </Form>
      {isOwner && (
        <ActForm
          context={context}
          act={removeFromProfile}
          of={business}
          path={`/profile/${list}/${parameters.id}/remove`}
          submit={words.say("catalog.removeNow", { name })}
          confirm={true}
        >
          <p>{words.say("catalog.removed")}</p>
        </ActForm>
      )}
    </>
  );
  return { title: name, section: "profile", body };
}
