/** @jsxImportSource preact */
/**
 * Descriptions of an OpenAPI document: paragraphs, and words in backticks as code. The rest of CommonMark stays as it is
 * typed.
 *
 * @module
 */

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

export function InlineProse({ text }: { text: string | undefined }) {
  return <>{(text ?? "").split("`").map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece))}</>;
}
