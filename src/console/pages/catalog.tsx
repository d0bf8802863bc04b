/** @jsxImportSource preact */
import { CATALOG_FIELDS, type CatalogList, textAt } from "../../owner/business_fields.ts";
import { type BusinessEdit, businessState, type EditOutcome, editBusiness } from "../../owner/edit_business.ts";
import { readBusiness } from "../../store/mod.ts";
import {
  BackLink,
  Badge,
  Checkbox,
  Confirm,
  Empty,
  Form,
  NotDescribed,
  Notice,
  Section,
  StateField,
  TextArea,
} from "../components.tsx";
import type { ActAnswer, ActRow, ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { BusinessControl, type BusinessForm, freshForm, saveForm, typedForm, whatIsWrong } from "./business_form.tsx";

const LISTS = Object.keys(CATALOG_FIELDS) as CatalogList[];

export const catalogModule: ConsoleModule = {
  pages: LISTS.flatMap((list) => [
    { path: `/profile/${list}`, show: async (context) => listPage(context, list, {}) },
    {
      path: `/profile/${list}/:id`,
      show: async (context) => entryPage(context, list, freshForm(context.business, pathsOf(context, list))),
    },
  ]),
  acts: LISTS.flatMap((list): ActRow[] => [
    {
      path: `/profile/${list}`,
      act: "edit_business",
      run: async (context, form) => {
        const text = form.text("names");
        const isPublic = list !== "technicians" || form.text("public") === "yes";
        const outcome = await edit(context, { path: list, text, isPublic });
        if (text.trim() === "")
          return againWith(context, list, { text, error: context.words.say("profile.wrong.missing") });
        if (outcome.kind !== "refused") return savedAnswer(outcome, `/profile/${list}`);
        const [fault] = outcome.faults;
        const error = fault && whatIsWrong(fault, { texts: { [fault.path]: text } }, context.words);
        return againWith(context, list, { text, error });
      },
    },
    {
      path: `/profile/${list}/:id`,
      act: "edit_business",
      run: async (context, form) => {
        const show = async (shown: BusinessForm) =>
          (await entryPage(context, list, shown)) ?? listPage(context, list, {});
        const paths = pathsOf(context, list);
        return saveForm(context, typedForm(form, paths), { paths, show, to: `/profile/${list}` });
      },
    },
    {
      path: `/profile/${list}/:id/remove`,
      act: "edit_business",
      run: async (context, form) => {
        const path = `${list}.${context.parameters.id}`;
        const outcome = await edit(context, { path, text: null }, form.text("state"));
        if (outcome.kind !== "changed") return savedAnswer(outcome, `/profile/${list}`);
        const now = freshForm((await readBusiness(context.store))?.profile ?? null, pathsOf(context, list));
        return { kind: "again", status: 409, page: await entryPage(context, list, { ...now, isOvertaken: true }) };
      },
    },
  ]),
};

function edit({ store, means }: ConsoleContext, one: BusinessEdit, expected?: string): Promise<EditOutcome> {
  const order = { edits: [one], fetch: means.pictures.fetch, leavesAnalysis: true };
  return editBusiness(store, expected === undefined ? order : { ...order, expected });
}

function savedAnswer({ kind }: EditOutcome, to: string): ActAnswer {
  return kind === "unknown" ? { kind: "missing" } : { kind: "done", to, notice: "done.saved" };
}

function againWith(context: ConsoleContext, list: CatalogList, typed: Typed): ActAnswer {
  return { kind: "again", status: 422, page: listPage(context, list, typed) };
}

function pathsOf({ parameters }: ConsoleContext, list: CatalogList): string[] {
  return Object.keys(CATALOG_FIELDS[list]).map((field) => `${list}.${parameters.id}.${field}`);
}

interface Typed {
  readonly text?: string;
  readonly error?: string | undefined;
}

function listPage(
  { words, business, person }: ConsoleContext,
  list: CatalogList,
  { text = "", error }: Typed,
): ConsolePage {
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
              <Form action={`/profile/${list}`} submit={words.say("jobs.add")}>
                <TextArea
                  {...{ name: "names", label: words.say("catalog.names"), hint: words.say("catalog.names.hint") }}
                  {...{ value: text, error, rows: 3 }}
                />
                {list === "technicians" && <Checkbox name="public" label={words.say("catalog.agreed")} />}
              </Form>
            </Section>
          )}
        </>
      )}
    </>
  );
  return { title, section: "profile", body };
}

async function entryPage(context: ConsoleContext, list: CatalogList, form: BusinessForm): Promise<ConsolePage | null> {
  const { words, person, parameters, store } = context;
  const business = (await readBusiness(store))?.profile ?? null;
  const path = `${list}.${parameters.id}`;
  const name = textAt(business, `${path}.name`);
  if (name === null || business?.is_sample) return null;
  const isOwner = person.role === "owner";
  const body = (
    <>
      <BackLink href={`/profile/${list}`}>{words.say(`catalog.${list}`)}</BackLink>
      {form.isOvertaken && <Notice tone="waiting">{words.say("frame.changed")}</Notice>}
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
        <Confirm action={`/profile/${list}/${parameters.id}/remove`} submit={words.say("catalog.removeNow", { name })}>
          <p>{words.say("catalog.removed")}</p>
          <StateField value={businessState(business)} />
        </Confirm>
      )}
    </>
  );
  return { title: name, section: "profile", body };
}
