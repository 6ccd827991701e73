// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Image
 */
export interface Image {
  /**
   * Id of a record, place, person or attachment.
   */
  album_id: string;
  /**
   * One line.
   */
  activity_name: string;
  /**
   * Several lines.
   */
  activity_description?: string;
  /**
   * Several lines.
   */
  caption_en?: string;
  /**
   * Several lines.
   */
  caption_fa?: string;
  /**
   * Several lines.
   */
  caption_ps?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  dates?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  date_taken?: string;
  /**
   * @maxItems 100
   */
  image: string[];
}
