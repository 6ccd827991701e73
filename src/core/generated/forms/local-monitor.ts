// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A monitor whom the community chose.
 */
export interface LocalMonitor {
  /**
   * One line.
   */
  first_name: string;
  /**
   * One line.
   */
  last_name?: string;
  /**
   * First and last name, derived.
   */
  full_name?: string;
  /**
   * One line.
   */
  father_name?: string;
  gender?: 'female' | 'male';
  /**
   * Day the community chose the monitor.
   */
  elected_on?: string;
  education?: 'none' | 'primary' | 'lower-secondary' | 'upper-secondary' | 'higher' | 'religious';
  /**
   * @maxItems 100
   */
  departments?: string[];
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
   * Digits, spaces, + and -; stored with Latin digits.
   */
  phone: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  second_phone?: string;
  email?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  organization_id?: string;
  /**
   * Several lines.
   */
  remarks?: string;
}
