/** @jsxImportSource preact */
/**
 * A line as wide as a word, drawn from values.
 *
 * @module
 */

/** A line without axes, for the margin of a row that says the same in words. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const points = values.map((value, index) => ({ x: (index / Math.max(1, values.length - 1)) * 68 + 3, value }));
  const known = points.filter((point): point is { x: number; value: number } => point.value !== null);
  const last = known.at(-1);
  if (known.length < 3 || !last) return null;
  const y = (value: number) => round(15 - value * 12);
  return (
    <svg class="spark" viewBox="0 0 74 18" aria-hidden="true" focusable="false">
      <polyline points={known.map(({ x, value }) => `${round(x)},${y(value)}`).join(" ")} />
      <circle cx={round(last.x)} cy={y(last.value)} r="2.5" />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
