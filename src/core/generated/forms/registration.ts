// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A visit to the resource center.
 */
export interface RegistrationOfAVisit {
  /**
   * Id of a record, place, person or attachment.
   */
  member?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  date: string;
  time_in: string;
  time_out?: string;
  /**
   * One line.
   */
  sources_searched?: string;
  /**
   * One line.
   */
  books?: string;
}
