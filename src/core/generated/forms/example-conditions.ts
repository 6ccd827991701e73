// Generated from schemas/ by npm run generate. Do not edit.

export interface ConditionsAndNotes {
  met?: 'yes' | 'no';
  /**
   * Several lines.
   */
  met_details?: string;
  /**
   * One line.
   */
  source_key?: string;
}
