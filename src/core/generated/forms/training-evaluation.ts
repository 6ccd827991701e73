// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What a participant says about the training: 14 statements.
 */
export interface TrainingEvaluation {
  /**
   * Id of a record, place, person or attachment.
   */
  training_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  date: string;
  statement_1: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_2: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_3: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_4: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_5: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_6: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_7: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_8: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_9: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_10: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_11: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_12: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_13: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  statement_14: 'strongly-agree' | 'agree' | 'neutral' | 'disagree' | 'strongly-disagree';
  /**
   * Several lines.
   */
  comments?: string;
}
