// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An interview about a health center: baseline, endline or annual.
 */
export interface HealthCenterSurvey {
  /**
   * Id of a record, place, person or attachment.
   */
  health_center_id: string;
  type: 'baseline' | 'endline' | 'annual';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  filling_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor_id?: string;
  /**
   * One line.
   */
  focal_point_name?: string;
  /**
   * One line.
   */
  provincial_coordinator_name?: string;
  /**
   * One line.
   */
  interviewee_name?: string;
  gender: 'female' | 'male';
  age?: number;
  education?: 'none' | 'primary' | 'lower-secondary' | 'upper-secondary' | 'higher' | 'religious';
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  phone?: string;
  household_count?: number;
  minutes_to_center?: number;
  last_visit?: 'month' | 'half-year' | 'year' | 'longer' | 'never';
  /**
   * Id of a record, place, person or attachment.
   */
  province_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  /**
   * Degrees north.
   */
  latitude?: number;
  /**
   * Degrees east.
   */
  longitude?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  services_rating: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  staff_rating: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  medicine_rating: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  female_staff_available: 'yes' | 'no' | 'dontknow';
  money_asked: 'yes' | 'no' | 'dontknow';
  complaint_answered: 'yes' | 'no' | 'dontknow';
  information: 'extensive' | 'much' | 'enough' | 'less' | 'very-less';
  shura_known: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  remarks?: string;
}
