/** @jsxImportSource preact */
/**
 * Descriptions of an OpenAPI document: paragraphs, and words in backticks as code. The rest of CommonMark stays as it is
 * typed.
 *
 * @module
 */

/** A description as paragraphs; renders nothing for empty text. */
export function Prose({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p>
          <InlineProse text={paragraph} />
        </p>
      ))}
    </>
  );
}

/** A description within a line, with words in backticks as code. */
export function InlineProse({ text }: { text: string | undefined }) {
  return <>{(text ?? "").split("`").map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece))}</>;
}
