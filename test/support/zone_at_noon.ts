/** A time zone in which it is about noon, so that messages may be sent whenever a test runs. */
export function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  // Etc/GMT+5 is five hours behind.
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? `-${offset}` : `+${-offset}`}`;
}
