// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A weekly visit of an infrastructure project; an absent rating means not yet rated.
 */
export interface ProjectWeekly {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmi_project_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_date: string;
  /**
   * @maxItems 100
   */
  local_monitor_id?: string[];
  /**
   * Id of a record, place, person or attachment.
   */
  received_by_id?: string;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  materials_quality?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  workmanship?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  progress_on_time?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  supervision?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  site_safety?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  documents_open?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  response_to_problems?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * @maxItems 200
   *
   * Items: A problem as a sheet carries it; on the server it is a record of its own, its status and dates the fold of its log.
   */
  problems?: {
    /**
     * UUID made by whoever finds the problem.
     */
    id?: string;
    /**
     * Item of the form's problem types.
     */
    problem_type_id: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    date_identified?: string;
    /**
     * By when it is to be solved.
     */
    solved_by_date?: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    date_solved?: string;
    /**
     * Several lines.
     */
    problem_details: string;
    /**
     * How far it reaches.
     */
    problem_scope?: 'site' | 'district' | 'province' | 'country';
    /**
     * Several lines.
     */
    resolution_steps?: string;
    problem_status_id?: 'ongoing' | 'advocated' | 'solved' | 'dropped';
    /**
     * Person who takes care of it.
     */
    trouble_shooter_id?: string;
    /**
     * @maxItems 100
     */
    identified_by_id?: string[];
    /**
     * @maxItems 100
     */
    solved_by_id?: string[];
    /**
     * @maxItems 100
     */
    advocated_by_id?: string[];
    /**
     * Attachments.
     *
     * @maxItems 100
     */
    photo?: string[];
  }[];
  awareness_methods?: ('meeting' | 'mosque' | 'board' | 'radio' | 'phone' | 'door' | 'none')[];
  policy_change: 'yes' | 'no' | 'dontknow' | 'in-progress';
  community_satisfied: 'yes' | 'no';
  /**
   * A whole number of things or people.
   */
  community_satisfied_count?: number;
  /**
   * A whole number of things or people.
   */
  community_unsatisfied_count?: number;
  /**
   * Satisfied and unsatisfied, derived.
   */
  community_satisfaction_total?: number;
  /**
   * One line.
   */
  community_satisfaction_how_measured?: string;
  category?: 'a' | 'b' | 'c' | 'd';
  /**
   * @maxItems 100
   */
  scan?: string[];
  /**
   * @maxItems 100
   */
  photo?: string[];
  /**
   * Id of a record, place, person or attachment.
   */
  entered_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  entry_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  verified_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verify_date?: string;
  /**
   * Several lines.
   */
  office_remarks?: string;
}
