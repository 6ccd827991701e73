// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A project's logical framework: goals, outcomes, outputs and actions, with the indicators they are measured by.
 */
export interface Logframe {
  /**
   * One line.
   */
  title?: string;
  /**
   * Letters, digits, - and _.
   */
  code?: string;
  /**
   * Several lines.
   */
  description: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  start_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  end_date?: string;
  /**
   * @maxItems 100
   */
  departments?: string[];
  /**
   * @maxItems 100
   */
  event_categories?: string[];
  /**
   * Ids of provinces.
   *
   * @maxItems 34
   */
  provinces?: string[];
  /**
   * Long-term changes the project contributes to.
   *
   * @maxItems 20
   */
  goals?: {
    /**
     * Id of the row, made by whoever adds it; other rows name it.
     */
    id?: string;
    /**
     * What is meant to happen, in one sentence.
     */
    title: string;
  }[];
  /**
   * Changes the project brings about.
   *
   * @maxItems 60
   */
  outcomes?: {
    /**
     * Id of the row, made by whoever adds it; other rows name it.
     */
    id?: string;
    /**
     * Row of goals it belongs to.
     */
    goal_id?: string;
    /**
     * What is meant to happen, in one sentence.
     */
    title: string;
  }[];
  /**
   * What the project delivers.
   *
   * @maxItems 200
   */
  outputs?: {
    /**
     * Id of the row, made by whoever adds it; other rows name it.
     */
    id?: string;
    /**
     * Row of outcomes it belongs to.
     */
    outcome_id?: string;
    /**
     * What is meant to happen, in one sentence.
     */
    title: string;
  }[];
  /**
   * What is done for it.
   *
   * @maxItems 500
   */
  actions?: {
    /**
     * Id of the row, made by whoever adds it; other rows name it.
     */
    id?: string;
    /**
     * Row of outputs it belongs to.
     */
    output_id?: string;
    /**
     * What is meant to happen, in one sentence.
     */
    title: string;
    /**
     * People tagged on it.
     *
     * @maxItems 100
     */
    responsible?: string[];
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    start_date?: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    due_date?: string;
    state?: 'planned' | 'ongoing' | 'done' | 'stopped';
    /**
     * Several lines.
     */
    note?: string;
  }[];
  /**
   * What the rows above are measured by.
   *
   * @maxItems 500
   */
  indicators?: {
    /**
     * Id of the row, made by whoever adds it; other rows name it.
     */
    id?: string;
    /**
     * Row of goals, outcomes, outputs or actions it belongs to.
     */
    of_id?: string;
    /**
     * What is meant to happen, in one sentence.
     */
    title: string;
    /**
     * One line.
     */
    unit?: string;
    /**
     * A decimal number.
     */
    baseline?: number;
    /**
     * A decimal number.
     */
    target?: number;
    /**
     * Several lines.
     */
    means?: string;
    /**
     * People tagged on it.
     *
     * @maxItems 100
     */
    responsible?: string[];
    /**
     * Values to be reached by a day, and what was reached.
     *
     * @maxItems 60
     */
    milestones?: {
      /**
       * A Gregorian day, YYYY-MM-DD.
       */
      date: string;
      /**
       * A decimal number.
       */
      target: number;
      /**
       * A decimal number.
       */
      reached?: number;
      /**
       * One line.
       */
      note?: string;
    }[];
  }[];
  /**
   * Everybody tagged on an action or indicator; worked out.
   *
   * @maxItems 2000
   */
  tagged?: string[];
}
