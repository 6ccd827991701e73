// Generated from schemas/ by npm run generate. Do not edit.

/**
 * The resources of the communities around a mine.
 */
export interface MineResourceMapping {
  /**
   * Id of a record, place, person or attachment.
   */
  cbme_initial_recording_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  mapping_date: string;
  /**
   * One line.
   */
  community_name?: string;
  /**
   * Degrees north.
   */
  latitude?: number;
  /**
   * Degrees east.
   */
  longitude?: number;
  /**
   * A whole number of things or people.
   */
  household_count_male?: number;
  /**
   * A whole number of things or people.
   */
  household_count_female?: number;
  /**
   * One line.
   */
  cdc_head_name?: string;
  /**
   * @maxItems 100
   */
  schools?: {
    /**
     * One line.
     */
    name: string;
    /**
     * A whole number of things or people.
     */
    student_count?: number;
    distance?: number;
  }[];
  /**
   * @maxItems 100
   */
  universities?: {
    /**
     * One line.
     */
    name: string;
    distance?: number;
  }[];
  /**
   * @maxItems 100
   */
  education_centres?: {
    type: 'course' | 'literacy' | 'madrasa' | 'vocational' | 'kindergarten' | 'other';
    /**
     * One line.
     */
    name?: string;
    distance?: number;
  }[];
  /**
   * @maxItems 100
   */
  shuras?: {
    /**
     * One line.
     */
    name: string;
    type?: 'cdc' | 'elders' | 'women' | 'youth' | 'water' | 'education' | 'other';
  }[];
  /**
   * @maxItems 100
   */
  mosques?: {
    /**
     * One line.
     */
    name: string;
    distance?: number;
  }[];
  /**
   * @maxItems 100
   */
  health_facilities?: {
    /**
     * One line.
     */
    name: string;
    type?: 'post' | 'sub-centre' | 'basic' | 'comprehensive' | 'hospital' | 'pharmacy' | 'private';
    distance?: number;
  }[];
  /**
   * @maxItems 100
   */
  water_sources?: {
    type: 'spring' | 'well' | 'karez' | 'pipe' | 'river' | 'canal' | 'reservoir';
    /**
     * One line.
     */
    name?: string;
    drinkable?: 'yes' | 'no';
    distance?: number;
  }[];
  /**
   * @maxItems 100
   */
  markets?: {
    /**
     * One line.
     */
    name: string;
    distance?: number;
  }[];
  /**
   * @maxItems 100
   */
  other_facilities?: {
    /**
     * One line.
     */
    name: string;
    distance?: number;
  }[];
  /**
   * Id of a record, place, person or attachment.
   */
  received_by_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  entered_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  entry_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  verified_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verify_date?: string;
}
