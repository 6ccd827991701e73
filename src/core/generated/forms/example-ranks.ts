// Generated from schemas/ by npm run generate. Do not edit.

export interface Ranks {
  /**
   * @minItems 3
   * @maxItems 3
   */
  needs?: ('books' | 'chairs' | 'teachers' | 'toilets' | 'water')[];
}
