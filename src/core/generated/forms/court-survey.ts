// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An interview about a court: baseline, endline or annual; five general rating questions.
 */
export interface CourtSurvey {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmt_court_id: string;
  type: 'baseline' | 'endline' | 'annual';
  /**
   * Day of the interview.
   */
  filling_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  staff_id?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  program_id?: string;
  /**
   * One line.
   */
  interviewee_name?: string;
  gender: 'female' | 'male';
  age?: number;
  household_count?: number;
  had_case?: 'yes' | 'no';
  /**
   * @maxItems 100
   */
  court_case_ids?: string[];
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  court_access: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  court_information: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  court_treatment: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  court_speed: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  court_fairness: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * Several lines.
   */
  remarks?: string;
}
