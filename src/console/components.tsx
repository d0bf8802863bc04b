// biome-ignore-all lint/a11y/noRedundantRoles: browsers take the roles of a table away where its rows are no longer laid out as rows
/** @jsxImportSource preact */
import type { ComponentChildren, JSX } from "preact";
import type { ConsoleWords } from "../languages/mod.ts";

type Parent = { readonly children: ComponentChildren };

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Required if two forms of a page have fields of the same name. Default: the name. */
  readonly id?: string;
}

export function Form({ action, files = false, state, submit, danger = false, children }: FormProps) {
  return (
    <form class="form" method="post" action={action} encType={files ? "multipart/form-data" : undefined}>
      {state !== undefined && <StateField value={state} />}
      {children}
      {submit !== undefined && (
        <p class="actions">
          <button type="submit" class={danger ? "danger" : undefined}>
            {submit}
          </button>
        </p>
      )}
    </form>
  );
}

interface FormProps {
  readonly action: string;
  readonly files?: boolean;
  readonly state?: string;
  readonly submit?: string;
  readonly danger?: boolean;
  readonly children?: ComponentChildren;
}

/** The state of the data when the form was rendered, so that no later change is lost. */
export function StateField({ value }: { readonly value: string }) {
  return <input type="hidden" name="state" value={value} />;
}

export function Field({ type = "text", value, maxLength, ...props }: FieldProps & InputProps) {
  const limited = maxLength === undefined || type === "date" ? props : { ...props, maxLength };
  return labelled(limited, (attributes) => (
    <input {...attributes} type={type as "text"} name={props.name} value={value ?? ""} dir="auto" />
  ));
}

interface InputProps {
  readonly type?: "text" | "password" | "email" | "tel" | "date" | "search" | "color";
  readonly value?: string | null;
  readonly autocomplete?: string;
  readonly inputMode?: "numeric" | "tel" | "url";
  readonly max?: string;
  readonly maxLength?: number;
  /** Id of a `<datalist>`. */
  readonly list?: string;
}

export function FileField({
  accept,
  multiple = false,
  ...props
}: FieldProps & { readonly accept?: string; readonly multiple?: boolean }) {
  return labelled(props, (attributes) => (
    <input
      {...attributes}
      type="file"
      name={props.name}
      multiple={multiple}
      {...(accept === undefined ? {} : { accept })}
    />
  ));
}

export function TextArea({
  value,
  rows = 5,
  ...props
}: FieldProps & { readonly value: string; readonly rows?: number; readonly maxLength?: number }) {
  return labelled(props, (attributes) => (
    <textarea {...attributes} name={props.name} rows={rows} dir="auto">
      {/* HTML ignores the first line break in a textarea. */}
      {value.startsWith("\n") ? `\n${value}` : value}
    </textarea>
  ));
}

export function Select({
  value,
  options,
  ...props
}: FieldProps & { readonly value: string; readonly options: readonly (readonly [value: string, label: string])[] }) {
  return labelled(props, (attributes) => (
    <select {...attributes} name={props.name}>
      {options.map(([each, label]) => (
        <option value={each} selected={each === value}>
          {label}
        </option>
      ))}
    </select>
  ));
}

function labelled<Props extends FieldProps>(
  { name, label, hint, error, id = name, ...rest }: Props,
  field: (
    attributes: Omit<Props, Exclude<keyof FieldProps, "required">> & { readonly id: string },
  ) => ComponentChildren,
) {
  const notes = [hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`].flat();
  const attributes = {
    ...rest,
    id,
    ...(notes.length === 0 ? {} : { "aria-describedby": notes.join(" ") }),
    ...(error === undefined ? {} : { "aria-invalid": "true" as const }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="quiet" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {field(attributes)}
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

export function Checkbox({
  name,
  label,
  checked = false,
  value = "yes",
  id = name,
}: Pick<FieldProps, "name" | "id"> & {
  readonly label: ComponentChildren;
  readonly checked?: boolean;
  readonly value?: string;
}) {
  return (
    <label class="tick" for={id}>
      <input type="checkbox" id={id} name={name} value={value} checked={checked} />
      <span>{label}</span>
    </label>
  );
}

/** A table, whose rows become cards on small screens; the first cell of a row is its title. */
export function Table({
  caption,
  columns,
  rows,
  empty,
}: {
  /** Caption for screen readers, not shown. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly empty?: JSX.Element;
}) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <table class="rows" role="table">
      <caption class="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells) => (
          <tr role="row">
            {cells.map((cell, at) => (
              <td role="cell" data-label={columns[at]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly advice?: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, advice, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {advice !== undefined && <p>{advice}</p>}
      {children}
    </div>
  );
}

export function NotSet({ title, href, words }: EmptyProps & { readonly href: string; readonly words: ConsoleWords }) {
  return (
    <Empty title={title}>
      <ButtonLink href={href}>{words.say("settings.turnOn")}</ButtonLink>
    </Empty>
  );
}

export function NotDescribed({ words }: { readonly words: ConsoleWords }) {
  return (
    <Empty title={words.say("pictures.first")}>
      <ButtonLink href="/profile">{words.say("profile.title")}</ButtonLink>
    </Empty>
  );
}

export function Badge({ tone = "plain", children }: Parent & { readonly tone?: Tone }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Neutral, good, waiting for a person, or failed. */
export type Tone = "plain" | "good" | "waiting" | "bad";

export function Notice({ tone = "plain", children }: Parent & { readonly tone?: Tone }) {
  return (
    <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

export function Section({ title, lead, children }: Parent & { readonly title: string; readonly lead?: string }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {lead !== undefined && <p>{lead}</p>}
      {children}
    </section>
  );
}

export function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ButtonLink({
  href,
  quiet = false,
  children,
}: Parent & { readonly href: string; readonly quiet?: boolean }) {
  return (
    <a class={quiet ? "button quiet-button" : "button"} href={href}>
      {children}
    </a>
  );
}

export function BackLink({ href, children }: Parent & { readonly href: string }) {
  return (
    <p>
      <a href={href}>{children}</a>
    </p>
  );
}

/** A link that leaves the console in a new window, so that typed text is kept. */
export function Outside({ href, children }: Parent & { readonly href: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

export function CodeBlock({ children }: Parent) {
  return (
    <pre>
      <code>{children}</code>
    </pre>
  );
}

/** A button for an act that cannot be undone: it first unfolds an explanation, which contains the actual button. */
export function Confirm({
  submit,
  label = `${submit}…`,
  open = false,
  ...form
}: Parent &
  Pick<FormProps, "action" | "state"> & {
    readonly submit: string;
    readonly label?: string;
    readonly open?: boolean;
  }) {
  return (
    <details class="confirm" open={open}>
      <summary>{label}</summary>
      <Form {...form} submit={submit} danger />
    </details>
  );
}

/** Nothing for a single page. Pages are counted from 1. */
export function Pager({
  words,
  page,
  pages,
  href,
}: {
  readonly words: ConsoleWords;
  readonly page: number;
  readonly pages: number;
  readonly href: (page: number) => string;
}) {
  if (pages <= 1) return null;
  return (
    <nav class="pager" aria-label={words.say("frame.pages")}>
      {page > 1 && (
        <a rel="prev" href={href(page - 1)}>
          {words.say("frame.newer")}
        </a>
      )}
      <span>{words.say("frame.pageOf", { page, pages })}</span>
      {page < pages && (
        <a rel="next" href={href(page + 1)}>
          {words.say("frame.older")}
        </a>
      )}
    </nav>
  );
}

export function pageIn(query: URLSearchParams): number {
  const asked = query.get("page") ?? "";
  return /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : 1;
}

export function Moment({ at, words }: { readonly at: number; readonly words: ConsoleWords }) {
  return (
    <time class="moment" dateTime={new Date(at).toISOString()}>
      {words.moment(at, words.timeZone)}
    </time>
  );
}
