// Generated from schemas/ by npm run generate. Do not edit.

export interface Recordings {
  /**
   * @maxItems 100
   */
  story: string[];
  /**
   * @maxItems 100
   */
  yard?: string[];
}
