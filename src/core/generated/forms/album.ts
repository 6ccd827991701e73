// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Album
 */
export interface Album {
  /**
   * One line.
   */
  name: string;
  /**
   * Id of a record, place, person or attachment.
   */
  project_id?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  program?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  province_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id?: string;
  /**
   * One line.
   */
  place?: string;
  /**
   * Several lines.
   */
  description?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  cover_id?: string;
  /**
   * Ids of the images somebody put in order by hand; others come behind them.
   *
   * @maxItems 2000
   */
  image_order?: string[];
}
