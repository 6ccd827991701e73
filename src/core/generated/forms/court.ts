// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A court whose trials the programme observes.
 */
export interface Court {
  /**
   * Typed, or given by the sequence when empty.
   */
  code?: string;
  /**
   * One line.
   */
  name: string;
  /**
   * Item of the list court-level.
   */
  cbmt_court_level_id: string;
  /**
   * Items of the list court-dewan.
   *
   * @maxItems 100
   */
  cbmt_court_devans?: string[];
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  cbmt_court_establishment_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  /**
   * Degrees north.
   */
  latitude?: number;
  /**
   * Degrees east.
   */
  longitude?: number;
  /**
   * Item of the list organization.
   */
  organization_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_start_date?: string;
  /**
   * @maxItems 50
   */
  communities?: {
    /**
     * One line.
     */
    community_name: string;
    /**
     * One line.
     */
    representative?: string;
    /**
     * Digits, spaces, + and -; stored with Latin digits.
     */
    contact_no?: string;
  }[];
  /**
   * Id of a record, place, person or attachment.
   */
  data_received_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  receive_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  data_entered_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  entry_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  data_physically_verified_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verify_date?: string;
}
