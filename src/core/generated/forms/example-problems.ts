// Generated from schemas/ by npm run generate. Do not edit.

export interface Problems {
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  toilets: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  books?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
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
