// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An interview about a school: baseline, endline or annual.
 */
export interface SchoolSurvey {
  /**
   * Id of a record, place, person or attachment.
   */
  cbms_school_id: string;
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
   * Member of staff who received the form.
   */
  provincial_staff_id?: string;
  /**
   * One line.
   */
  interviewee_name?: string;
  gender: 'female' | 'male';
  age?: number;
  education?: 'none' | 'primary' | 'lower-secondary' | 'upper-secondary' | 'higher' | 'religious';
  relation?: 'student' | 'parent' | 'teacher' | 'council' | 'neighbour';
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  phone?: string;
  household_count?: number;
  /**
   * A whole number of things or people.
   */
  children_girls?: number;
  /**
   * A whole number of things or people.
   */
  children_boys?: number;
  /**
   * Where the interviewee lives; the survey itself is placed by its school.
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
  information: 'extensive' | 'much' | 'enough' | 'less' | 'very-less';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  teaching_quality: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  teachers_conduct: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  facilities: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  council_active: 'yes' | 'no' | 'dontknow';
  complaint_answered: 'yes' | 'no' | 'dontknow';
  money_asked: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  remarks?: string;
}
