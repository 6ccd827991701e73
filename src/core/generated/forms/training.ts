// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Training
 */
export interface Training {
  /**
   * One line.
   */
  title: string;
  /**
   * One line.
   */
  beneficiaries?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  start_date: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  end_date?: string;
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
   * One line.
   */
  location?: string;
  /**
   * One line.
   */
  venue?: string;
  /**
   * One line.
   */
  organizer?: string;
  hours?: number;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  financier?: string;
  /**
   * @maxItems 100
   */
  trainers?: string[];
  /**
   * Id of a record, place, person or attachment.
   */
  reporter?: string;
  /**
   * Several lines.
   */
  objectives?: string;
  /**
   * Several lines.
   */
  achievements?: string;
  /**
   * @minItems 1
   * @maxItems 200
   */
  participants: {
    /**
     * One line.
     */
    first_name: string;
    /**
     * One line.
     */
    last_name?: string;
    gender: 'female' | 'male';
    /**
     * One line.
     */
    qualification?: string;
    /**
     * One line.
     */
    designation?: string;
    /**
     * One line.
     */
    organization?: string;
    /**
     * Digits, spaces, + and -; stored with Latin digits.
     */
    phone?: string;
  }[];
  /**
   * A whole number of things or people.
   */
  participants_total?: number;
  /**
   * @maxItems 100
   */
  photo?: string[];
  /**
   * @maxItems 100
   */
  attendance_list?: string[];
}
