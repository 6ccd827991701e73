// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Every submission of a rating sheet that the system refused, and why.
 */
export interface FailedRatingLog {
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
  /**
   * @maxItems 50
   */
  reasons?: (
    | 'required'
    | 'unique'
    | 'decimal'
    | 'integer'
    | 'minimum'
    | 'maximum'
    | 'min_length'
    | 'max_length'
    | 'pattern'
    | 'date'
    | 'choice'
    | 'latitude_bound'
    | 'longitude_bound'
    | 'problem_details'
    | 'problem_category_first'
    | 'unknown_field'
    | 'type'
    | 'too_many'
    | 'too_few'
    | 'duplicate_items'
    | 'not_fitting'
    | 'record_missing'
    | 'file_missing'
    | 'parent_required'
    | 'idempotency_mismatch'
    | 'bad_body'
    | 'forbidden'
    | 'role_needed'
    | 'other_programme'
    | 'other_province'
    | 'state_locked'
    | 'not_yours'
    | 'record_not_found'
    | 'too_large'
    | 'conflict'
    | 'rate_limited'
    | 'validation_failed'
  )[];
  /**
   * @maxItems 50
   */
  errors?: {
    question?: string;
    code: string;
    params?: string;
  }[];
  /**
   * @maxItems 100
   */
  answers?: {
    question: string;
    answer: string;
  }[];
}
