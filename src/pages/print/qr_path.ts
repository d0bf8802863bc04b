/**
 * A QR code (ISO/IEC 18004) as a path of SVG.
 *
 * @module
 */
import encodeQR from "qr";

/** Modules of white that readers need around a code (ISO/IEC 18004 section 6.3.8). */
const QUIET = 4;

/**
 * The rest of an `<svg` element that shows the code of a text, up to its end tag. A quarter of it may be dirty or torn: vans
 * are, and invoices are folded.
 */
export function qrPath(text: string): string {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: QUIET });
  const path = rows.flatMap((row, y) => runsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`));
  return `viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><path d="${path.join("")}"/>`;
}

function runsOf(row: readonly boolean[]): { readonly from: number; readonly length: number }[] {
  const runs: { from: number; length: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.from + last.length === x) last.length++;
    else runs.push({ from: x, length: 1 });
  }
  return runs;
}
