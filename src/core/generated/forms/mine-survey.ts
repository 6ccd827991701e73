// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An interview about a mine: baseline, annual or endline.
 */
export interface MineSurvey {
  /**
   * Id of a record, place, person or attachment.
   */
  cbme_initial_recording_id: string;
  type_id: 'baseline' | 'annual' | 'endline';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  filling_date: string;
  /**
   * One line.
   */
  community_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  collected_by_id?: string;
  /**
   * One line.
   */
  interviewee_name?: string;
  gender: 'female' | 'male';
  age?: number;
  household_members?: number;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  contact_number?: string;
  knows_contract: 'much' | 'enough' | 'little' | 'none';
  benefit: 'much' | 'enough' | 'little' | 'none';
  harm: 'much' | 'enough' | 'little' | 'none';
  family_works: 'yes' | 'no' | 'dontknow';
  workers_safe: 'yes' | 'no' | 'dontknow';
  asked_opinion: 'yes' | 'no' | 'dontknow';
  complaint_possible: 'yes' | 'no' | 'dontknow';
  knows_monitors: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  remarks?: string;
  /**
   * One line.
   */
  focal_point_name?: string;
  /**
   * One line.
   */
  provincial_coordinator_name?: string;
}
