/** What checkers of pages find: axe in a browser, and html-validate in the HTML. */
import axe, { type RunOptions } from "axe-core";
import { type ConfigData, HtmlValidate } from "html-validate";
import type { Page } from "playwright-core";

/** Opens whatever a page folds. */
export function unfoldEverything(): void {
  for (const details of document.querySelectorAll("details")) {
    details.removeAttribute("name");
    details.open = true;
  }
}

/** What axe finds on a page with all of it unfolded, and of its contrasts in dark colours; the page is left in light ones. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(unfoldEverything);
  await page.evaluate(axe.source);
  const run = (options: RunOptions) =>
    page.evaluate((given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given), {
      ...options,
      resultTypes: ["violations" as const],
    });
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await run({ runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  const inLight = await run({});
  const violations = [...inLight.violations, ...inDark.violations];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Each kind of fault once. */
export async function htmlFaults(html: string, rules: ConfigData["rules"] = {}): Promise<string[]> {
  const validator = new HtmlValidate({
    extends: ["html-validate:recommended", "html-validate:a11y"],
    rules: {
      // The renderer writes boolean attributes in the XML way, which HTML permits.
      "attribute-boolean-style": "off",
      // The style sheet keeps telephone numbers on one line; a number that is copied should have ordinary hyphens.
      "tel-non-breaking": "off",
      ...rules,
    },
  });
  const { results } = await validator.validateString(html);
  return [
    ...new Set(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))),
  ];
}
