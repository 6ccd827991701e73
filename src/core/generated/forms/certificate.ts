// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A certificate of a training or of service; its code can be proved on a public page.
 */
export interface Certificate {
  /**
   * One line.
   */
  holder_name: string;
  /**
   * One line.
   */
  father_name?: string;
  gender?: 'female' | 'male';
  kind: 'training' | 'service' | 'appreciation';
  /**
   * One line.
   */
  title: string;
  /**
   * Id of a record, place, person or attachment.
   */
  training_id?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  issue_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  signed_by?: string;
}
