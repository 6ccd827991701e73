// Generated from schemas/ by npm run generate. Do not edit.

export interface Dates {
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  visit_date: string;
  /**
   * A moment in UTC, ISO 8601.
   */
  begun_at?: string;
}
