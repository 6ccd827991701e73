// Generated from schemas/ by npm run generate. Do not edit.

export interface AnswersInWords {
  /**
   * One line.
   */
  head_name: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  visit_day?: string;
  water_from?: 'well' | 'river' | 'tap';
  offices?: string[];
  /**
   * Id of a record, place, person or attachment.
   */
  near_school?: string;
  /**
   * @maxItems 30
   */
  people?: {
    /**
     * One line.
     */
    name: string;
    /**
     * A whole number of things or people.
     */
    age?: number;
    kin?: 'child' | 'partner' | 'other';
  }[];
  /**
   * A whole number of things or people.
   */
  litres?: number;
  /**
   * One line.
   */
  litres_reason?: string;
  /**
   * Several lines.
   */
  office_help?: string;
  /**
   * A whole number of things or people.
   */
  school_way?: number;
}
