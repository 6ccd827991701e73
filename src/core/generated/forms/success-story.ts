// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A problem that monitoring found and the community saw solved, with a picture before and after.
 */
export interface SuccessStory {
  /**
   * One line.
   */
  title: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  story_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  initial_recording?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  health_center?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  provincial_staff?: string;
  /**
   * Several lines.
   */
  problem: string;
  /**
   * Several lines.
   */
  action?: string;
  /**
   * Several lines.
   */
  change: string;
  /**
   * @maxItems 100
   */
  before_image?: string[];
  /**
   * @maxItems 100
   */
  after_image?: string[];
}
