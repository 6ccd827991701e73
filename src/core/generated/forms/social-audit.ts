// Generated from schemas/ by npm run generate. Do not edit.

/**
 * One round of a social audit: who took part, what was found, what was agreed.
 */
export interface SocialAudit {
  /**
   * Id of a record, place, person or attachment.
   */
  project_id: string;
  /**
   * One line.
   */
  title: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  sector_id?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  dept_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  start_date: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  end_date?: string;
  /**
   * @maxItems 3
   */
  participants?: {
    participant_type_id: '1' | '2' | '3';
    /**
     * A whole number of things or people.
     */
    male: number;
    /**
     * A whole number of things or people.
     */
    female: number;
  }[];
  /**
   * A whole number of things or people.
   */
  participants_total?: number;
  /**
   * Several lines.
   */
  summary?: string;
  /**
   * Several lines.
   */
  result?: string;
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
}
