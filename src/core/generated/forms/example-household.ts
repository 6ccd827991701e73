// Generated from schemas/ by npm run generate. Do not edit.

export interface HouseholdSurvey {
  consent: 'yes';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  visited: string;
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
  house_tag?: string;
  /**
   * One line.
   */
  head: string;
  hh_size: number;
  /**
   * One line.
   */
  size_reason?: string;
  under5?: number;
  /**
   * @maxItems 40
   */
  members?: {
    /**
     * One line.
     */
    name: string;
    sex?: 'man' | 'woman';
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    born?: string;
    /**
     * A whole number of things or people.
     */
    age?: number;
    at_school?: 'yes' | 'no';
    work?: 'home' | 'farm' | 'shop' | 'office' | 'other';
    /**
     * One line.
     */
    work_other?: string;
    /**
     * @maxItems 10
     */
    illnesses?: {
      illness: 'fever' | 'cough' | 'diarrhoea' | 'injury';
      /**
       * A Gregorian day, YYYY-MM-DD.
       */
      since?: string;
      treated?: 'yes' | 'no';
      /**
       * An amount of money, two decimals.
       */
      cost?: number;
    }[];
  }[];
  /**
   * A whole number of things or people.
   */
  pupils?: number;
  water_before?: string;
  water_kind?: 'safe' | 'open';
  water_source?: 'pipe' | 'well' | 'river' | 'channel' | 'other';
  /**
   * One line.
   */
  water_other?: string;
  /**
   * One line.
   */
  water_why?: string;
  walk?: number;
  /**
   * @maxItems 100
   */
  water_photo?: string[];
  shortages?: ('food' | 'wood' | 'medicine' | 'clothes' | 'nothing')[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  needs?: ('clinic' | 'road' | 'school' | 'water')[];
  /**
   * An amount of money, two decimals.
   */
  income?: number;
  /**
   * An amount of money, two decimals.
   */
  food?: number;
  /**
   * One line.
   */
  food_reason?: string;
  /**
   * A whole number of things or people.
   */
  food_share?: number;
  loan?: 'yes' | 'no';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  loan_until?: string;
  /**
   * @maxItems 100
   */
  signature?: string[];
  /**
   * One line.
   */
  checked?: string;
}
