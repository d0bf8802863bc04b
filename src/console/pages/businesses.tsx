/** @jsxImportSource preact */
import {
  addBusiness,
  type BusinessOutcome,
  moveBusiness,
  removeBusiness,
  renameBusiness,
} from "../../owner/businesses.ts";
import { type BusinessList, readBusiness } from "../../store/mod.ts";
import { BackLink, ButtonLink, Confirm, Field, Form, Notice, Section } from "../components.tsx";
import type { ActRow, ConsoleContext, ConsoleModule, ConsolePage, ConsoleScope } from "../page.ts";
import { overviewPage } from "./overview.tsx";

const OF_ONE = "/businesses/:id";

type FormName = "add" | "move" | "rename" | "remove";
type Values = Readonly<Record<string, string>>;
type Outcome = BusinessOutcome | { readonly kind: "unconfirmed" };
type Refusal = Exclude<Outcome["kind"], "done" | "removed" | "unknown">;

interface Refused {
  readonly form: FormName;
  readonly values: Values;
  readonly refusal: Refusal;
}

/** The field that a refusal is about; null for one about none. */
const FIELD_OF: Readonly<Record<Refusal, string | null>> = {
  ...{ invalid_id: "id", id_taken: "id", linked: "id", invalid_name: "name" },
  ...{ invalid_address: "base_url", address_taken: "base_url", unconfirmed: "confirm", in_use: null },
};

export const businessesModule: ConsoleModule = {
  pages: [
    { path: "/", show: listPage },
    { path: OF_ONE, ownersOnly: true, ofAllOnly: true, show: businessPage },
  ],
  acts: [
    rowOf("add", ["name", "id", "base_url"], (list, { id = "", base_url: address = "", name = "" }, { withStoreOf }) =>
      addBusiness(list, { id, address, name }, withStoreOf),
    ),
    rowOf("move", ["base_url"], (list, { base_url = "" }, _, id) => moveBusiness(list, id, base_url)),
    rowOf("rename", ["id"], (list, { id: to = "" }, _, id) => renameBusiness(list, id, to)),
    rowOf("remove", ["confirm"], async (list, { confirm = "" }, scope, id) => {
      const found = await find(list, scope, id);
      if (found === null) return { kind: "unknown" };
      const isMeant = [found.id, found.name].some((each) => each?.toLowerCase() === confirm.toLowerCase());
      return isMeant ? removeBusiness(list, id) : { kind: "unconfirmed" };
    }),
  ],
};

/** The form of an act on the list; `id` is of the business whose page it is on. */
function rowOf(
  name: FormName,
  fields: readonly string[],
  change: (list: BusinessList, values: Values, scope: ConsoleScope, id: string) => Promise<Outcome>,
): ActRow {
  return {
    path: name === "add" ? "/businesses/add" : `${OF_ONE}/${name}`,
    ...{ act: "businesses", ofAllOnly: true },
    async run(context, form) {
      const { store, means, parameters } = context;
      const { id = "" } = parameters;
      if (means.scope === null) return { kind: "missing" };
      const values = Object.fromEntries(fields.map((field) => [field, form.text(field).trim()]));
      await using list = await means.scope.openList();
      const outcome = await change(list, values, means.scope, id);
      const note = (detail: Values) =>
        store.reviews.write((writes) => writes.noteAct({ command: `business ${name}`, lines: [{ detail }] }));
      switch (outcome.kind) {
        case "done":
          await note(name === "rename" ? { id, to: outcome.id } : { id: outcome.id, base_url: outcome.baseUrl });
          if (name === "add") return { kind: "done", to: "/", notice: "done.businessAdded" };
          return { kind: "done", to: `/businesses/${outcome.id}`, notice: "done.saved" };
        case "removed":
          await note({ id });
          return { kind: "page", page: removedPage(context, outcome) };
        case "unknown":
          return { kind: "missing" };
        default: {
          const refused = { form: name, values, refusal: outcome.kind };
          const page = await (name === "add" ? listPage(context, refused) : businessPage(context, refused));
          return { kind: "again", status: 422, page };
        }
      }
    },
  };
}

function fieldOf(context: ConsoleContext, name: string, refused: Refused | undefined, kept = "") {
  const isWrong = refused !== undefined && FIELD_OF[refused.refusal] === name;
  return { name, value: refused?.values[name] ?? kept, error: isWrong ? faultOf(context, refused) : undefined };
}

type FieldProps = ReturnType<typeof fieldOf> & { readonly words: ConsoleContext["words"] };

function IdField({ words, ...field }: FieldProps) {
  return <Field {...field} label={words.say("businesses.id")} hint={words.say("businesses.idHint")} required />;
}

function AddressField({ words, ...field }: FieldProps) {
  const [label, hint] = [words.say("businesses.address"), words.say("businesses.addressHint")];
  return <Field {...field} {...{ label, hint }} required />;
}

function faultOf({ words, parameters }: ConsoleContext, { refusal }: Refused): string {
  return words.say(`businesses.fault.${refusal}`, { id: parameters.id ?? "" });
}

function FaultNotice({ context, refused }: { context: ConsoleContext; refused: Refused | undefined }) {
  if (refused === undefined || FIELD_OF[refused.refusal] !== null) return null;
  return <Notice tone="bad">{faultOf(context, refused)}</Notice>;
}

async function listPage(context: ConsoleContext, refused?: Refused): Promise<ConsolePage | null> {
  const { words, person } = context;
  const mayAdd = person.role === "owner" && person.businesses === null;
  const field = (name: string) => fieldOf(context, name, refused);
  const add = mayAdd && (
    <Section title={words.say("businesses.add")} lead={words.say("businesses.addLead")}>
      <Form action="/businesses/add" submit={words.say("businesses.addNow")}>
        <Field {...field("name")} label={words.say("profile.name")} hint={words.say("businesses.nameHint")} />
        <IdField {...field("id")} words={words} />
        <AddressField {...field("base_url")} words={words} />
      </Form>
    </Section>
  );
  return overviewPage(context, { mayChange: mayAdd, below: add });
}

async function businessPage(context: ConsoleContext, refused?: Refused): Promise<ConsolePage | null> {
  const { words, parameters, means } = context;
  if (means.scope === null) return null;
  await using list = await means.scope.openList();
  const found = await find(list, means.scope, parameters.id ?? "");
  if (found === null) return null;
  const { id, name, baseUrl } = found;
  const sent = (form: FormName) => (refused?.form === form ? refused : undefined);
  const path = `/businesses/${encodeURIComponent(id)}`;
  const body = (
    <>
      <BackLink href="/">{words.say("frame.businesses")}</BackLink>
      <FaultNotice {...{ context, refused }} />
      <Section title={words.say("businesses.address")} lead={words.say("businesses.moveLead")}>
        <Form action={`${path}/move`} submit={words.say("businesses.move")}>
          <AddressField {...fieldOf(context, "base_url", sent("move"), baseUrl)} words={words} />
        </Form>
      </Section>
      <Section title={words.say("businesses.id")} lead={words.say("businesses.renameLead")}>
        <Form action={`${path}/rename`} submit={words.say("businesses.rename")}>
          <IdField {...fieldOf(context, "id", sent("rename"), id)} words={words} />
        </Form>
      </Section>
      <Confirm action={`${path}/remove`} submit={words.say("businesses.remove")} open={sent("remove") !== undefined}>
        <p>{words.say("businesses.removeMeans")}</p>
        <Field
          {...fieldOf(context, "confirm", sent("remove"))}
          label={words.say("businesses.confirm", { id })}
          autocomplete="off"
          required
        />
      </Confirm>
    </>
  );
  return { title: name ?? id, section: "inbox", body };
}

/** Without a name where its store cannot be read: such a business can be removed, too. */
async function find(list: BusinessList, { withStoreOf }: ConsoleScope, id: string) {
  const listed = (await list.list()).find((each) => each.id === id);
  if (listed === undefined) return null;
  const business = await withStoreOf(id, readBusiness).catch(() => null);
  return { id, baseUrl: listed.baseUrl, name: business?.profile.name ?? null };
}

function removedPage({ words }: ConsoleContext, { id, leftAt }: { id: string; leftAt: string }): ConsolePage {
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
