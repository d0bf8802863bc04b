/** @jsxImportSource preact */
/** The form of an act, and what answers it, from the act's declaration. */
import { readFile } from "node:fs/promises";
import type { ComponentChildren } from "preact";
import { GoodwordError } from "../errors.ts";
import { messageText } from "../languages/mod.ts";
import type { Act, Done, NoticeKey } from "../owner/act.ts";
import type { ActField, GivenOutput } from "../owner/act_input.ts";
import type { ActContext } from "../owner/act_services.ts";
import { type ActRefusal, faultsOf, refusalText } from "../owner/refusal.ts";
import { Checkbox, Confirm, Field, FileField, Form, Notice, Select, TextArea } from "./components.tsx";
import type { ActAnswer, ActRow, ConsoleContext, ConsoleFile, ConsolePage, SentForm } from "./page.ts";

interface ActFormProps<Found> {
  readonly context: ConsoleContext;
  readonly act: Act<Found>;
  /** What it is about; left out where there is but one. */
  readonly of?: Found;
  readonly submit: string;
  /** Path of the form's page, if not that of its subject. */
  readonly path?: string;
  readonly values?: Readonly<Record<string, string | null>>;
  /** Inputs that the button itself stands for; they are part of the address. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The values that a field offers here, each with its label unless the act's words have it. */
  readonly choices?: Readonly<Record<string, readonly Choice[]>>;
  /** Inputs that this page does not ask for. */
  readonly omit?: readonly string[];
  readonly isDisabled?: boolean;
  readonly danger?: boolean;
  readonly isCompact?: boolean;
  /** Whether it opens first, as for what cannot be undone. */
  readonly confirm?: boolean;
  /** Of what opens it. Default: that of the button. */
  readonly label?: string;
  readonly children?: ComponentChildren;
}

type Choice = string | readonly [value: string, label: string];

export function ActForm<Found>(props: ActFormProps<Found>) {
  const { context, act, of, values = {}, fixed = {}, choices = {}, submit, danger = false, children } = props;
  const id = of === undefined ? "" : (act.subject?.id(of) ?? "");
  const sent = context.refused;
  const button = Object.keys(fixed);
  const isSent = sent?.act === act.name && sent.id === id && sent.fixed.join() === button.join();
  const own = isSent ? sent : undefined;
  // What contradicts the button has no place beside it.
  const excluded = new Set(
    act.contradictions.flatMap(({ fields }) => (fields.some((name) => name in fixed) ? fields : [])),
  );
  const parts = Object.entries(act.fields).map(([name, field]) => {
    const error = own && faultOf(context, own.refusal, name);
    if (
      name in fixed ||
      props.omit?.includes(name) ||
      excluded.has(name) ||
      field.words.label === undefined ||
      (field.words.isOnDemand && error === undefined)
    )
      return null;
    const value = own?.input[name] ?? values[name] ?? "";
    const isOvertaken = own?.refusal.because === "changed" && name in values && value !== (values[name] ?? "");
    const now = isOvertaken ? context.words.say("profile.now", { now: values[name] || "–" }) : undefined;
    return (
      <ActInput
        context={context}
        about={id}
        name={name}
        field={field}
        value={value}
        error={error ?? now}
        id={[lastWord(act), name, id].filter((part) => part !== "").join("-")}
        offered={choices[name]}
        isCompact={props.isCompact ?? false}
      />
    );
  });
  const state = of === undefined ? undefined : act.state(of);
  const form = {
    ...(state !== undefined && { state }),
    action: [
      (props.path ?? act.formPath).replace(":id", encodeURIComponent(id)),
      ...(button.length > 0 ? [new URLSearchParams(fixed)] : []),
    ].join("?"),
    ...(!props.isDisabled && { submit }),
    files: Object.values(act.fields).some(({ kind }) => kind === "files"),
  };
  const inside = props.isDisabled ? (
    <fieldset class="plain" disabled>
      {children}
      {parts}
    </fieldset>
  ) : (
    <>
      {children}
      {parts}
    </>
  );
  if (props.confirm)
    return (
      <Confirm {...form} {...(props.label && { label: props.label })} submit={submit} open={own !== undefined}>
        {inside}
      </Confirm>
    );
  return (
    <Form {...form} danger={danger}>
      {inside}
    </Form>
  );
}

function faultOf({ words }: ConsoleContext, refusal: ActRefusal, name: string): string | undefined {
  const fault = faultsOf(refusal).find(({ field }) => field === name);
  return fault && refusalText(words, fault);
}

function lastWord({ name }: Pick<Act, "name">): string {
  return name.split(" ").at(-1) ?? name;
}

interface ActInputProps {
  readonly context: ConsoleContext;
  /** The id of its subject. */
  readonly about: string;
  readonly name: string;
  readonly id: string;
  readonly field: ActField;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly offered: readonly Choice[] | undefined;
  readonly isCompact: boolean;
}

function ActInput({ context: { words }, about, name, id, field, value, error, offered, isCompact }: ActInputProps) {
  const { label, hint, choices, rows, accept } = field.words;
  const common = {
    name,
    id,
    error,
    label: label === undefined ? name : messageText(words, label, { id: about }),
    ...(hint !== undefined && !isCompact && { hint: messageText(words, hint) }),
    ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
    ...(field.isRequired && ["text", "email"].includes(field.kind) && { required: true }),
  };
  if (field.kind === "switch") return <Checkbox {...common} checked={value === true} />;
  const text = [value].flat().join(rows === undefined ? " " : "\n");
  if (field.kind === "files") return <FileField {...common} multiple {...(accept !== undefined && { accept })} />;
  if (field.kind === "choice" || offered !== undefined) {
    const options = (offered ?? field.values).map((each) => {
      if (typeof each !== "string") return each;
      const key = choices?.[each];
      return [each, key === undefined ? each : messageText(words, key)] as const;
    });
    const isOpen = text === "" || !field.isRequired;
    return <Select {...common} value={text} options={isOpen ? [["", "–"], ...options] : options} />;
  }
  if (rows !== undefined) return <TextArea {...common} rows={rows} value={text} />;
  if (field.kind === "email") return <Field {...common} type="email" autocomplete="email" value={text} />;
  return <Field {...common} type={field.kind === "date" ? "date" : "text"} value={text} />;
}

interface FormRowOptions<Data extends object> {
  readonly maxBytes?: number;
  readonly path?: string;
  /** The page that the form is on, shown again where the act is refused. */
  readonly page: (context: ConsoleContext) => Promise<ConsolePage | null>;
  /** Page shown once the act is done. Default: the page of the subject. */
  readonly to?: string | ((context: ConsoleContext, done: Done<Data>) => string);
  /** Default: that of the act. */
  readonly notice?: NoticeKey;
  /** In place of a way on: a page that shows what is shown once. */
  readonly show?: (context: ConsoleContext, done: Done<Data>) => Promise<ConsolePage | null>;
  readonly ofAllOnly?: boolean;
  /** Input that the page has in fields of its own. */
  readonly input?: (context: ConsoleContext, form: SentForm) => Promise<Readonly<Record<string, unknown>>>;
  /** Whether the page itself shows why the act was refused. */
  readonly explains?: boolean;
}

export function formRow<Found, Data extends object>(act: Act<Found, Data>, options: FormRowOptions<Data>): ActRow {
  const { page, to, show, notice, ofAllOnly, maxBytes } = options;
  return {
    path: options.path ?? act.formPath,
    act: act.command,
    declaration: act,
    ...(ofAllOnly !== undefined && { ofAllOnly }),
    ...(maxBytes !== undefined && { maxBytes }),
    async run(context, form): Promise<ActAnswer> {
      const { store, parameters } = context;
      const isNamed = act.subject?.argument !== undefined;
      const id = isNamed ? (parameters.id ?? "") : "";
      const input = { ...inputOf(act, form, context.query), ...(await options.input?.(context, form)) };
      const sent = {
        ids: isNamed ? [id] : [],
        input,
        ...(act.subject !== null && { expected: form.text("state") }),
        context: actContext(context),
      };
      const outcome = await act.perform(store, sent).catch((error) => {
        if (error instanceof GoodwordError && ["usage", "input_refused", "file", "database"].includes(error.code))
          return error;
        throw error;
      });
      if (outcome instanceof GoodwordError) {
        const again = await page(context);
        const notice = (
          <Notice tone="bad">
            <span lang="en">{outcome.message}</span>
          </Notice>
        );
        return { kind: "again", status: 422, page: again && withNotice(again, notice) };
      }
      const written = Object.values(input).find(isWritten);
      if (outcome.kind === "done" && written !== undefined) return { kind: "file", file: written.file() };
      if (outcome.kind === "done") {
        if (show !== undefined) {
          const page = await show(context, outcome);
          return outcome.faults === undefined ? { kind: "page", page } : { kind: "again", status: 422, page };
        }
        const next = typeof to === "function" ? to(context, outcome) : to;
        const own = `/${act.subject?.path.replace(":id", encodeURIComponent(id)) ?? ""}`;
        const said = notice ?? outcome.notice;
        return { kind: "done", to: next ?? own, ...(said !== undefined && { notice: said }) };
      }
      if (outcome.because === "unknown") return { kind: "missing" };
      const fixed = Object.keys(act.fields).filter((name) => context.query.has(name));
      const refused = { act: act.name, id, input, form, fixed, refusal: outcome };
      const again = await page({ ...context, refused });
      const status = outcome.because === "changed" ? 409 : 422;
      return {
        kind: "again",
        status,
        page:
          again && options.explains && outcome.because !== "changed"
            ? again
            : again && withNotice(again, refusalNotice(context, outcome)),
      };
    },
  };
}

function actContext({ now, person, services }: ConsoleContext): ActContext {
  return { ...services, now, by: person.name, business: services.scope?.identity ?? undefined };
}

/** A refusal stands on top of the page as well: its field may be hidden, or gone. */
function refusalNotice({ words }: ConsoleContext, refusal: ActRefusal) {
  return <Notice tone={refusal.because === "changed" ? "waiting" : "bad"}>{refusalText(words, refusal)}</Notice>;
}

function withNotice(page: ConsolePage, notice: ComponentChildren): ConsolePage {
  return {
    ...page,
    body: (
      <>
        {notice}
        {page.body}
      </>
    ),
  };
}

/** What an act writes to a file, to be sent. */
class WrittenFile implements GivenOutput {
  #body = "";

  constructor(private readonly download = { name: "file", mediaType: "application/octet-stream" }) {}

  get name(): string {
    return this.download.name;
  }

  write(content: readonly string[]): void {
    this.#body = content.join("");
  }

  file(): ConsoleFile {
    return { ...this.download, body: this.#body };
  }
}

function isWritten(value: unknown): value is WrittenFile {
  return value instanceof WrittenFile;
}

/** The fields of a form that was sent, and of its address; empty ones were not given. */
function inputOf(act: Pick<Act, "fields">, form: SentForm, query: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, { kind, words }] of Object.entries(act.fields)) {
    if (kind === "pairs") continue;
    const text = query.get(name) ?? form.text(name);
    // A box that is not ticked is not sent.
    if (kind === "switch" && words.label !== undefined) input[name] = text === "yes";
    else if (kind === "list") input[name] = [...query.getAll(name), ...form.all(name)];
    else if (kind === "output") input[name] = new WrittenFile(words.download);
    else if (kind === "files")
      input[name] = form.files(name).map((file) => ({ ...file, read: () => readFile(file.path) }));
    else if (words.isClearable) input[name] = text;
    else if (text !== "") input[name] = kind === "switch" ? text === "yes" : text;
  }
  return input;
}
