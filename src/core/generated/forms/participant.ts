// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Training participant
 */
export interface TrainingParticipant {
  /**
   * Id of a record, place, person or attachment.
   */
  training_id: string;
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
  attendance?: 'full' | 'part' | 'none';
}
