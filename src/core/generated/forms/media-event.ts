// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A press conference, launch or other event for the media, with the channels that came.
 */
export interface MediaEvent {
  /**
   * One line.
   */
  event_name: string;
  /**
   * One line.
   */
  venue: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  event_date: string;
  /**
   * One line.
   */
  event_manager?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  relevant_department_id: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  media_channels: {
    /**
     * One line.
     */
    channel_name: string;
    /**
     * Id of an item of an open choice list; checked against the list at save.
     */
    type?: string;
    /**
     * One line.
     */
    journalist_name?: string;
  }[];
  channel_count?: number;
  /**
   * @maxItems 100
   */
  photo?: string[];
  /**
   * @maxItems 100
   */
  registration_form?: string[];
  /**
   * @maxItems 100
   */
  pr_file?: string[];
}
