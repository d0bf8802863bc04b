/** A workshop whose only reachable site is that of a firm with a log, at whatever address it is asked. */
import { Workshop } from "../support/command_line.ts";
import { askOf, type Firm } from "../support/logged_firm.ts";

export function workshopAt(firm: Firm): Workshop {
  const workshop = new Workshop();
  workshop.now = firm.now;
  workshop.context = {
    fetch: async (url) => {
      const { status, body } = await askOf(firm.site)(url.replace(/^https:\/\/[^/]+\//, ""));
      return new Response(new Uint8Array(body), { status });
    },
  };
  return workshop;
}
