// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What was done about problems of a health center between visits.
 */
export interface HealthCenterFollowup {
  /**
   * Id of a record, place, person or attachment.
   */
  health_center_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  followup_date: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  problem_types: string[];
  method: 'meeting' | 'visit' | 'letter' | 'phone' | 'center-visit';
  authority?: ('center' | 'shura' | 'directorate' | 'implementer' | 'district' | 'council' | 'other')[];
  /**
   * A whole number of things or people.
   */
  participants_male?: number;
  /**
   * A whole number of things or people.
   */
  participants_female?: number;
  /**
   * Several lines.
   */
  summary: string;
  result: 'solved' | 'partly' | 'promised' | 'refused' | 'no-answer';
  /**
   * Several lines.
   */
  next_step?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  next_date?: string;
  /**
   * @maxItems 100
   */
  local_monitor_ids?: string[];
  /**
   * Id of a record, place, person or attachment.
   */
  followed_by_id?: string;
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  attachments?: string[];
}
