// Generated from schemas/ by npm run generate. Do not edit.

export interface RulesBetweenAnswers {
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  visited: string;
  /**
   * A whole number of things or people.
   */
  members: number;
  /**
   * A whole number of things or people.
   */
  under_five?: number;
  /**
   * Several lines.
   */
  many_children?: string;
  /**
   * @maxItems 30
   */
  children?: {
    /**
     * One line.
     */
    name: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    born?: string;
    /**
     * A whole number of things or people.
     */
    months?: number;
    school?: 'yes' | 'no';
    /**
     * One line.
     */
    school_reason?: string;
  }[];
  /**
   * A whole number of things or people.
   */
  children_under_five?: number;
  sources?: ('well' | 'pipe' | 'river' | 'none')[];
  /**
   * An amount of money, two decimals.
   */
  water_cost?: number;
  /**
   * An amount of money, two decimals.
   */
  income?: number;
  /**
   * A decimal number.
   */
  water_share?: number;
  /**
   * One line.
   */
  cost_reason?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  next_visit?: string;
  /**
   * One line.
   */
  visit_name?: string;
}
