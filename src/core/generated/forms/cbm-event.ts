// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A meeting, training or visit of any monitoring programme.
 */
export interface Event {
  /**
   * One line.
   */
  title: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  type: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  event_date: string;
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
  local_monitor?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  provincial_staff?: string;
  /**
   * A whole number of things or people.
   */
  participants_male?: number;
  /**
   * A whole number of things or people.
   */
  participants_female?: number;
  /**
   * A whole number of things or people.
   */
  participants_total?: number;
  goal_reached?: 'yes' | 'no';
  women_spoke?: 'yes' | 'no';
  officials_attended?: 'yes' | 'no';
  /**
   * Several lines.
   */
  commitments?: string;
  /**
   * Several lines.
   */
  summary?: string;
  /**
   * @maxItems 100
   */
  photo_url?: string[];
  /**
   * @maxItems 100
   */
  scan?: string[];
  /**
   * @maxItems 100
   */
  participants_list?: string[];
}
