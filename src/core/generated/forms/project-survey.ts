// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An interview about an infrastructure project: baseline, endline or annual.
 */
export interface ProjectSurvey {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmi_project_id: string;
  type: 'baseline' | 'endline' | 'annual';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  filling_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor_id?: string;
  gender: 'female' | 'male';
  age?: number;
  education?: 'none' | 'primary' | 'lower-secondary' | 'upper-secondary' | 'higher' | 'religious';
  job?:
    | 'farmer'
    | 'shepherd'
    | 'labourer'
    | 'shopkeeper'
    | 'craftsman'
    | 'official'
    | 'teacher'
    | 'student'
    | 'housework'
    | 'none'
    | 'other';
  family_size?: number;
  knows_project: 'much' | 'enough' | 'little' | 'none';
  need: 'yes' | 'no' | 'dontknow';
  asked_opinion: 'yes' | 'no' | 'dontknow';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  quality: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  complaint_answered: 'yes' | 'no' | 'dontknow';
  trust_monitors: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  remarks?: string;
}
