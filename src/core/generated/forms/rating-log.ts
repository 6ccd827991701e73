// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Every submission of a rating sheet that the system accepted.
 */
export interface RatingLog {
  /**
   * A moment in UTC, ISO 8601.
   */
  submitted_at: string;
  /**
   * One line.
   */
  who: string;
  form:
    | 'school-rating'
    | 'school-quarterly'
    | 'health-center-rating'
    | 'health-center-quarterly'
    | 'mine-monitoring'
    | 'mine-quarterly'
    | 'mine-annual'
    | 'project-weekly'
    | 'criminal-monitoring'
    | 'civil-monitoring';
  action?: 'create' | 'edit';
  /**
   * Id of a record, place, person or attachment.
   */
  record?: string;
  record_code?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  site?: string;
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
   * A whole number of things or people.
   */
  answered?: number;
}
