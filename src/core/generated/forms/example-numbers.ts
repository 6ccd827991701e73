// Generated from schemas/ by npm run generate. Do not edit.

export interface Numbers {
  /**
   * A whole number of things or people.
   */
  rooms: number;
  /**
   * A decimal number.
   */
  area?: number;
  /**
   * An amount of money, two decimals.
   */
  budget_amount?: number;
  budget_currency?: 'USD' | 'AFN' | 'EURO';
  /**
   * A Gregorian year.
   */
  built?: number;
  /**
   * A whole number of things or people.
   */
  students_girls?: number;
  /**
   * A whole number of things or people.
   */
  students_boys?: number;
  /**
   * A whole number of things or people.
   */
  students_total?: number;
}
