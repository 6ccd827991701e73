// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A training the programme gave to observers, councils, civil society and officials.
 */
export interface CourtTraining {
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  type: string;
  /**
   * One line.
   */
  facilitator: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  start_date: string;
  days: number;
  /**
   * A whole number of things or people.
   */
  monitors_male?: number;
  /**
   * A whole number of things or people.
   */
  monitors_female?: number;
  /**
   * A whole number of things or people.
   */
  councils_male?: number;
  /**
   * A whole number of things or people.
   */
  councils_female?: number;
  /**
   * A whole number of things or people.
   */
  civil_society_male?: number;
  /**
   * A whole number of things or people.
   */
  civil_society_female?: number;
  /**
   * A whole number of things or people.
   */
  lawyers_male?: number;
  /**
   * A whole number of things or people.
   */
  lawyers_female?: number;
  /**
   * A whole number of things or people.
   */
  community_male?: number;
  /**
   * A whole number of things or people.
   */
  community_female?: number;
  /**
   * A whole number of things or people.
   */
  government_officials?: number;
  participant_counts_male?: number;
  participant_counts_female?: number;
  participants_total?: number;
  /**
   * @maxItems 100
   */
  attendance_sheet?: string[];
  /**
   * Several lines.
   */
  remarks?: string;
}
