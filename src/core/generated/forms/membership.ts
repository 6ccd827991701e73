// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Membership of the resource center
 */
export interface MembershipOfTheResourceCenter {
  /**
   * One line.
   */
  number: string;
  /**
   * One line.
   */
  name: string;
  gender: 'female' | 'male';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  date: string;
  /**
   * One line.
   */
  address?: string;
  /**
   * One line.
   */
  designation?: string;
  /**
   * One line.
   */
  company?: string;
  /**
   * @maxItems 100
   */
  photo?: string[];
}
