// Generated from schemas/ by npm run generate. Do not edit.

export interface Calculations {
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  visited: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  born?: string;
  age_days?: number;
  age_years?: number;
  age_months?: number;
  /**
   * One line.
   */
  report_month?: string;
  /**
   * @maxItems 30
   */
  payments?: {
    /**
     * A whole number of things or people.
     */
    nr?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    day?: string;
    /**
     * An amount of money, two decimals.
     */
    amount?: number;
    late?: number;
    /**
     * One line.
     */
    agreed?: string;
  }[];
  /**
   * An amount of money, two decimals.
   */
  first_payment?: number;
  /**
   * An amount of money, two decimals.
   */
  last_payment?: number;
}
