/** @jsxImportSource preact */
import type { ConsoleWords } from "../../languages/mod.ts";
import type { ShownSetting } from "../../owner/settings.ts";
import type { OwnerSetting } from "../../owner/settings_place.ts";
import type { OwnSettings } from "../../store/mod.ts";
import { Checkbox, Facts, Field, Select } from "../components.tsx";
import type { SentForm } from "../page.ts";

const MODES = ["off", "links", "mail"] as const;

const PROVIDERS = {
  gmail: { name: "Gmail", host: "smtp.gmail.com", port: "465" },
  outlook: { name: "Microsoft 365", host: "smtp.office365.com", port: "587" },
  fastmail: { name: "Fastmail", host: "smtp.fastmail.com", port: "465" },
} as const;
type Provider = keyof typeof PROVIDERS;

/** The checkbox that removes a secret; an empty field keeps it. */
const removing = (name: OwnerSetting) => `${name}.remove`;

interface FieldState {
  readonly value: string;
  readonly error: string | undefined;
}

export function SettingField({
  setting,
  words,
  value,
  error,
}: FieldState & { readonly setting: ShownSetting; readonly words: ConsoleWords }) {
  const { name, isSecret, isSet, usual, isFixed } = setting;
  if (isFixed) return <FixedSetting setting={setting} words={words} />;
  const hint = [
    words.say(`settings.hint.${name === "SMTP_URL" ? "SMTP_HOST" : name}`),
    ...(usual !== "" && name !== "INVITATIONS" && name !== "BASE_URL" ? [words.say("settings.usual", { usual })] : []),
    ...(isSecret && isSet ? [words.say("settings.kept")] : []),
  ].join(" ");
  const field = { name, label: settingLabel(name, words), hint, error };
  if (name === "INVITATIONS") {
    // An unset value stays unset.
    const options = MODES.map((mode) => {
      return [mode === "off" && !isSet ? "" : mode, words.say(`settings.mode.${mode}`)] as const;
    });
    return <Select {...field} value={value} options={options} />;
  }
  return (
    <>
      {/* A secret that was typed is not sent back. */}
      <Field
        {...field}
        value={isSecret ? "" : value}
        type={name === "SMTP_PASSWORD" ? "password" : "text"}
        autocomplete={name === "SMTP_PASSWORD" ? "new-password" : "off"}
      />
      {isSecret && isSet && (
        <Checkbox name={removing(name)} label={words.say("settings.remove", { name: settingLabel(name, words) })} />
      )}
    </>
  );
}

function FixedSetting({ setting, words }: { readonly setting: ShownSetting; readonly words: ConsoleWords }) {
  const value = formatSetting(setting, words);
  const shown = setting.isSet ? words.say("settings.fixed", { value }) : words.say("settings.fixedUnset");
  return <Facts rows={[[settingLabel(setting.name, words), shown]]} />;
}

interface MailServerFieldsProps extends FieldState {
  readonly words: ConsoleWords;
  readonly path: string;
  readonly provider: string | null;
  readonly sent: SentForm | null;
}

/** The mail server as host, port and user. Works without scripts: a link fills in the values of a provider. */
export function MailServerFields({ words, path, value, error, provider, sent }: MailServerFieldsProps) {
  const server = URL.parse(value);
  const preset = Object.entries(PROVIDERS).find(([name]) => name === provider)?.[1];
  const port = server?.port || (server?.protocol === "smtps:" ? "465" : "587");
  const now = {
    SMTP_HOST: preset?.host ?? server?.hostname ?? "",
    SMTP_PORT: preset?.port ?? port,
    SMTP_USER: decodeURIComponent(server?.username ?? ""),
  };
  const providers = Object.keys(PROVIDERS) as Provider[];
  const field = (name: keyof typeof now) => ({
    name,
    label: words.say(`settings.name.${name}`),
    value: sent?.text(name) ?? now[name],
    hint: words.say(`settings.hint.${name}`),
  });
  return (
    <>
      <nav class="tabs" aria-label={words.say("settings.providers")}>
        {providers.map((each) => (
          <a
            href={`${path}?provider=${each}`}
            aria-current={now.SMTP_HOST === PROVIDERS[each].host ? "true" : undefined}
          >
            {PROVIDERS[each].name}
          </a>
        ))}
      </nav>
      {providers
        .filter((each) => now.SMTP_HOST === PROVIDERS[each].host)
        .map((each) => (
          <p>{words.say(`settings.provider.${each}`)}</p>
        ))}
      <Field {...field("SMTP_HOST")} error={error} autocomplete="off" />
      <Field {...field("SMTP_PORT")} inputMode="numeric" autocomplete="off" />
      <Field {...field("SMTP_USER")} autocomplete="username" />
    </>
  );
}

function mailServerIn(form: SentForm): string {
  const [host = "", port = "", user = ""] = ["SMTP_HOST", "SMTP_PORT", "SMTP_USER"].map((name) =>
    form.text(name).trim(),
  );
  if (host === "") return "";
  const name = user === "" ? "" : `${encodeURIComponent(user)}@`;
  return `${port === "465" ? "smtps" : "smtp"}://${name}${host}${port === "" ? "" : `:${port}`}`;
}

/** The settings in a form. A secret with an empty field stays unchanged. */
export function settingsIn(form: SentForm, settings: readonly ShownSetting[]): OwnSettings {
  const typed: Record<string, string> = {};
  for (const { name, isSecret, isFixed } of settings) {
    if (isFixed) continue;
    const isRemoved = form.text(removing(name)) === "yes";
    const value = isRemoved ? "" : name === "SMTP_URL" ? mailServerIn(form) : form.text(name).trim();
    if (!isSecret || value !== "" || isRemoved) typed[name] = value;
  }
  const user = form.text("SMTP_USER").trim();
  // Most mailboxes may send only under their own address.
  if (typed.MAIL_FROM === "" && /^[^\s<>@]+@[^\s<>@]+$/.test(user)) typed.MAIL_FROM = user;
  return typed;
}

export function settingLabel(name: OwnerSetting, words: ConsoleWords): string {
  return words.say(`settings.name.${name}`);
}

export function formatSetting({ name, isSet, value, usual }: ShownSetting, words: ConsoleWords): string {
  if (name === "INVITATIONS") return words.say(`settings.mode.${MODES.find((mode) => mode === value) ?? "off"}`);
  if (!isSet) return usual === "" ? words.say("notices.notSet") : usual;
  return value ?? "••••";
}
