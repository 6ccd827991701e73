// Generated from schemas/ by npm run generate. Do not edit.

export interface Signatures {
  /**
   * @maxItems 100
   */
  signature: string[];
}
