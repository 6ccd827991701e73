// Generated from schemas/ by npm run generate. Do not edit.

export interface AFormInTwoVersions {
  source?: 'well' | 'tap' | 'open';
  /**
   * One line.
   */
  keeper?: string;
  /**
   * A whole number of things or people.
   */
  users?: number;
  /**
   * One line.
   */
  cleaner?: string;
}
