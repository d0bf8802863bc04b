/**
 * Avis Vérifiés (Skeepers).
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const avisVerifies: Profile = {
  tool: "Avis Vérifiés",
  source: "avisverifies",
  signs: [
    ["Note", "Avis", "Date de l'avis", "Numéro de commande"],
    ["review_date", "rate", "review", "order_ref"],
  ],
  columns: {
    rating: ["Note", "rate"],
    text: ["Avis", "review"],
    date: ["Date de l'avis", "review_date"],
    invoice: ["Numéro de commande", "order_ref"],
  },
};
