/** What a browser would send with a form of a page that nobody has typed into. */

/** The fields of the form that is sent to `action`; none where there is no such form. */
export async function formFields(page: Response, action: string): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  const within = `form[action="${action}"]`;
  let name = "";
  let text = "";
  const rewriter = new HTMLRewriter()
    .on(`${within} input`, {
      element(input) {
        const type = input.getAttribute("type");
        if (type === "file" || (/^(?:checkbox|radio)$/.test(type ?? "") && !input.hasAttribute("checked"))) return;
        fields[input.getAttribute("name") ?? ""] = plain(input.getAttribute("value") ?? "");
      },
    })
    .on(`${within} textarea`, {
      element(area) {
        name = area.getAttribute("name") ?? "";
        text = "";
        // HTML ignores a line break at the start of a textarea.
        area.onEndTag(() => {
          fields[name] = plain(text).replace(/^\n/, "");
        });
      },
      text(chunk) {
        text += chunk.text;
      },
    })
    .on(`${within} select`, {
      element(select) {
        name = select.getAttribute("name") ?? "";
      },
    })
    .on(`${within} option`, {
      element(option) {
        const isFirst = fields[name] === undefined;
        if (isFirst || option.hasAttribute("selected")) fields[name] = plain(option.getAttribute("value") ?? "");
      },
    });
  await rewriter.transform(page).text();
  delete fields[""];
  return fields;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function plain(html: string): string {
  return html.replaceAll(/&(\w+|#39);/g, (whole, name) => ENTITIES[name] ?? whole);
}
