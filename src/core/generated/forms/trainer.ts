// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Trainer
 */
export interface Trainer {
  /**
   * One line.
   */
  first_name: string;
  /**
   * One line.
   */
  last_name?: string;
  gender: 'female' | 'male';
  qualification?: 'upper-secondary' | 'bachelor' | 'master' | 'doctor';
  /**
   * One line.
   */
  subjects?: string;
  /**
   * One line.
   */
  organization?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  phone?: string;
  email?: string;
  /**
   * @maxItems 100
   */
  cv?: string[];
}
