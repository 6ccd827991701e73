// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What a department did in a province over a period, against its plan.
 */
export interface ProgressReport {
  /**
   * One line.
   */
  title: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department: string;
  period: 'weekly' | 'monthly' | 'quarterly' | 'annual';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  period_start: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  period_end: string;
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  reported_by?: string;
  /**
   * @minItems 1
   * @maxItems 60
   */
  activities: {
    /**
     * One line.
     */
    activity: string;
    /**
     * A whole number of things or people.
     */
    planned: number;
    /**
     * A whole number of things or people.
     */
    done: number;
    /**
     * One line.
     */
    remarks?: string;
  }[];
  /**
   * A whole number of things or people.
   */
  planned_total?: number;
  /**
   * A whole number of things or people.
   */
  done_total?: number;
  /**
   * Several lines.
   */
  achievements?: string;
  /**
   * Several lines.
   */
  challenges?: string;
  /**
   * Several lines.
   */
  next_steps?: string;
  /**
   * @maxItems 100
   */
  attachments?: string[];
}
