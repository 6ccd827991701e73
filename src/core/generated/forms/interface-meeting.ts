// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A meeting of judges with observers and the community about what the trial monitoring found.
 */
export interface InterfaceMeeting {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmt_court_id: string;
  /**
   * One line.
   */
  venue: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  meeting_date: string;
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
  cso_members_male?: number;
  /**
   * A whole number of things or people.
   */
  cso_members_female?: number;
  /**
   * A whole number of things or people.
   */
  community_members_or_local_monitors_male?: number;
  /**
   * A whole number of things or people.
   */
  community_members_or_local_monitors_female?: number;
  participants_total?: number;
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
  /**
   * A text of at least 5 characters.
   */
  conclusion: string;
  /**
   * @maxItems 100
   */
  photo?: string[];
}
