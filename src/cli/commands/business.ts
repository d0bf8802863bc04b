/** Lists the businesses of a process with many. */
import { type CommandCall, listOutcome, type Outcome } from "../command.ts";

export async function listBusinesses({ scope }: CommandCall): Promise<Outcome> {
  await using list = await scope.openList();
  const all = await list.list();
  const data = all.map(({ id, identity, baseUrl }) => ({ id, base_url: baseUrl, identity }));
  const rows = all.map(({ id, baseUrl }) => [id, baseUrl]);
  return listOutcome(data, rows, "No business yet; see goodword business add");
}
