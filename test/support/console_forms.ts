/** Every page that is reached from the first one, and every form on it. */
import type { ConsoleVisitor } from "./console.ts";

export { allRows, rowsOverAll } from "../../src/console/modules.ts";

export interface FoundForm {
  /** The page that it is on. */
  readonly page: string;
  readonly action: string;
  readonly html: string;
}

export interface FoundPages {
  /** Paths of pages with their bytes. */
  readonly pages: ReadonlyMap<string, string>;
  /** Paths of files that are shown or saved. */
  readonly files: readonly string[];
  readonly forms: readonly FoundForm[];
}

/** More of one kind are not looked at: a list has hundreds of pages of the same row. */
const MAX_PER_KIND = 4;

/** Follows every link within the console. `kindOf` maps a path to its kind, or to null to skip it. */
export async function crawl(
  visitor: ConsoleVisitor,
  kindOf: (path: string) => string | null,
  most = MAX_PER_KIND,
): Promise<FoundPages> {
  const pages = new Map<string, string>();
  const files: string[] = [];
  const forms: FoundForm[] = [];
  const seen = new Map<string, number>();
  const waiting = ["/", "/account"];
  const known = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(new URL(path, "http://console").pathname);
    const count = kind === null ? most : (seen.get(kind) ?? 0);
    if (kind === null || count >= most) continue;
    const answer = await visitor.get(path);
    if (answer.status !== 200) continue;
    seen.set(kind, count + 1);
    const html = await answer.text();
    if (!html.includes('<body class="console')) {
      files.push(path);
      continue;
    }
    pages.set(path, html);
    const found: { action: string }[] = [];
    await new HTMLRewriter()
      .on("a[href^='/']", {
        element(link) {
          const to = (link.getAttribute("href") ?? "").split("#")[0]?.replaceAll("&amp;", "&") ?? "";
          if (!known.has(to)) waiting.push(to);
          known.add(to);
        },
      })
      .on("form[method='post']", {
        element(form) {
          found.push({ action: form.getAttribute("action") ?? "" });
        },
      })
      .transform(new Response(html))
      .text();
    const htmls = html.split("<form").slice(1);
    const posted = htmls
      .filter((each) => /^[^>]*method="post"/.test(each))
      .map((each) => each.split("</form>")[0] ?? "");
    forms.push(...found.map(({ action }, at) => ({ page: path, action, html: `<form${posted[at]}</form>` })));
  }
  return { pages, files, forms };
}
