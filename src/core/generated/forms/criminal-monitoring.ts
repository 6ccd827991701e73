// Generated from schemas/ by npm run generate. Do not edit.

/**
 * One observed session of a criminal trial: 15 questions on the process and, once there is a verdict, 8 on the decision.
 */
export interface CriminalMonitoring {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmt_court_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  cbmt_court_case_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  integrity_volunteer_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  integrity_leader_id?: string;
  session_number?: number;
  trial_venue: 'courtroom' | 'judges-office' | 'other';
  /**
   * One line.
   */
  other_venue?: string;
  verdict_announced: 'yes' | 'no';
  public_hearing: 'yes' | 'no' | 'unseen' | 'na';
  session_on_time: 'yes' | 'no' | 'unseen' | 'na';
  judges_complete: 'yes' | 'no' | 'unseen' | 'na';
  prosecutor_present: 'yes' | 'no' | 'unseen' | 'na';
  defence_lawyer_present: 'yes' | 'no' | 'unseen' | 'na';
  treated_with_dignity: 'yes' | 'no' | 'unseen' | 'na';
  charge_explained: 'yes' | 'no' | 'unseen' | 'na';
  rights_explained: 'yes' | 'no' | 'unseen' | 'na';
  interpreter_given: 'yes' | 'no' | 'unseen' | 'na';
  time_to_prepare: 'yes' | 'no' | 'unseen' | 'na';
  accused_heard: 'yes' | 'no' | 'unseen' | 'na';
  evidence_examined: 'yes' | 'no' | 'unseen' | 'na';
  witnesses_questioned: 'yes' | 'no' | 'unseen' | 'na';
  judges_impartial: 'yes' | 'no' | 'unseen' | 'na';
  record_kept: 'yes' | 'no' | 'unseen' | 'na';
  last_word_given: 'yes' | 'no' | 'unseen' | 'na';
  deliberation_private: 'yes' | 'no' | 'unseen' | 'na';
  verdict_public: 'yes' | 'no' | 'unseen' | 'na';
  verdict_reasoned: 'yes' | 'no' | 'unseen' | 'na';
  verdict_legal_basis: 'yes' | 'no' | 'unseen' | 'na';
  verdict_on_evidence: 'yes' | 'no' | 'unseen' | 'na';
  appeal_explained: 'yes' | 'no' | 'unseen' | 'na';
  verdict_copy_given: 'yes' | 'no' | 'unseen' | 'na';
  /**
   * Several lines.
   */
  observation?: string;
  /**
   * @maxItems 100
   */
  scan?: string[];
}
