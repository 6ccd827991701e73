// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A cassette or digital recording kept by the organisation.
 */
export interface VideoArchive {
  /**
   * One line.
   */
  cassette_serial_number: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department_id: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  program_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  record_date: string;
  /**
   * One line.
   */
  record_place?: string;
  /**
   * Several lines.
   */
  description?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  video_format: string;
  digitized: 'yes' | 'no';
}
