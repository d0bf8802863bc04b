/** Where an entity stands in the tokens. */
export interface EntityMention {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}
