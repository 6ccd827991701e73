// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A quarterly visit of a school with provincial staff; an absent rating means not yet rated.
 */
export interface SchoolQuarterly {
  /**
   * School that was visited.
   */
  cbms_school_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_date: string;
  /**
   * Local monitor who made the visit.
   */
  cbms_local_monitor_id?: string;
  /**
   * Member of staff who received the sheet.
   */
  received_by_id?: string;
  /**
   * Members of the provincial staff who took part.
   *
   * @maxItems 100
   */
  provincial_staff_ids?: string[];
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
  security?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  cleanliness?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  water?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  toilets?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  classrooms?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  laboratory?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  admin_staff?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  assembly_daily_session?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  students_present?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  students_absent?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  teachers_present?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  teachers_absent?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  lesson_plans?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  materials?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  log_books_textbooks?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  school_council_meetings?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * Men at the last council meeting.
   */
  school_council_meetings_male_attendance?: number;
  /**
   * Women at the last council meeting.
   */
  school_council_meetings_female_attendance?: number;
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
     * A Gregorian day, YYYY-MM-DD.
     */
    date_solved?: string;
    /**
     * Several lines.
     */
    problem_details: string;
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
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  scan?: string[];
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  photo?: string[];
}
