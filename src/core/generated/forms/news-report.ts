// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A report about the organisation or its topics in the media.
 */
export interface NewsReport {
  /**
   * One line.
   */
  agency: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  agency_type: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  report_date: string;
  /**
   * One line.
   */
  topic_headline: string;
  /**
   * Several lines.
   */
  topic_discussed?: string;
  /**
   * One line.
   */
  reference?: string;
  /**
   * @maxItems 100
   */
  clipping?: string[];
}
