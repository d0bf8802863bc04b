/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";

/** A table of figures; `children` are its rows. On a narrow screen it scrolls by itself. */
export function FigureTable(props: {
  readonly caption?: string;
  /** The heads of its columns. */
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}) {
  const { caption, heads, children } = props;
  return (
    <div class="table-scroll">
      <table class="figures">
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
