// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Building, staff, judges' education, training and access to records of a court in one quarter of a Solar Hijri year.
 */
export interface CourtQuarterly {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmt_court_id: string;
  /**
   * A Gregorian year.
   */
  year: number;
  quarter: 'q1' | 'q2' | 'q3' | 'q4';
  own_building?: 'yes' | 'no';
  courtroom_available?: 'yes' | 'no';
  waiting_area?: 'yes' | 'no';
  women_toilet?: 'yes' | 'no';
  disabled_access?: 'yes' | 'no';
  electricity?: 'yes' | 'no';
  session_board?: 'yes' | 'no';
  complaint_box?: 'yes' | 'no';
  /**
   * A whole number of things or people.
   */
  rooms_court?: number;
  /**
   * A whole number of things or people.
   */
  rooms_judges?: number;
  /**
   * A whole number of things or people.
   */
  rooms_clerks?: number;
  /**
   * A whole number of things or people.
   */
  rooms_archive?: number;
  /**
   * A whole number of things or people.
   */
  judges_male?: number;
  /**
   * A whole number of things or people.
   */
  judges_female?: number;
  /**
   * A whole number of things or people.
   */
  admin_clerks_male?: number;
  /**
   * A whole number of things or people.
   */
  admin_clerks_female?: number;
  /**
   * A whole number of things or people.
   */
  support_staff_male?: number;
  /**
   * A whole number of things or people.
   */
  support_staff_female?: number;
  staff_total?: number;
  /**
   * A whole number of things or people.
   */
  judges_master_male?: number;
  /**
   * A whole number of things or people.
   */
  judges_master_female?: number;
  /**
   * A whole number of things or people.
   */
  judges_bachelor_male?: number;
  /**
   * A whole number of things or people.
   */
  judges_bachelor_female?: number;
  /**
   * A whole number of things or people.
   */
  judges_madrasa_male?: number;
  /**
   * A whole number of things or people.
   */
  judges_madrasa_female?: number;
  /**
   * A whole number of things or people.
   */
  judges_high_school_male?: number;
  /**
   * A whole number of things or people.
   */
  judges_high_school_female?: number;
  /**
   * A whole number of things or people.
   */
  judges_secondary_male?: number;
  /**
   * A whole number of things or people.
   */
  judges_secondary_female?: number;
  /**
   * A whole number of things or people.
   */
  stage_training_male?: number;
  /**
   * A whole number of things or people.
   */
  stage_training_female?: number;
  /**
   * A whole number of things or people.
   */
  judges_trained_male?: number;
  /**
   * A whole number of things or people.
   */
  judges_trained_female?: number;
  /**
   * A whole number of things or people.
   */
  clerks_trained_male?: number;
  /**
   * A whole number of things or people.
   */
  clerks_trained_female?: number;
  /**
   * A whole number of things or people.
   */
  community_development_councils?: number;
  /**
   * A whole number of things or people.
   */
  ngos_and_civil_society?: number;
  /**
   * A whole number of things or people.
   */
  local_monitors_elected?: number;
  /**
   * A whole number of things or people.
   */
  local_monitors_trained?: number;
  session_schedule?: 'yes' | 'no';
  case_register?: 'yes' | 'no';
  final_verdicts?: 'yes' | 'no';
  case_statistics?: 'yes' | 'no';
  staff_list?: 'yes' | 'no';
  court_budget?: 'yes' | 'no';
  monitoring_status: 'on-going' | 'completed' | 'stopped' | 'suspended' | 'canceled';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_start_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_end_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  latest_feedback_report_date?: string;
  /**
   * @maxItems 100
   */
  local_monitors?: string[];
  /**
   * Several lines.
   */
  observation?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  entered_by_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  received_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  receive_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  verified_by_id?: string;
}
