// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A visit by the evaluation department: does the work in the field match what was reported?
 */
export interface FieldVisit {
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  visit_date: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department: string;
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
  site?: string;
  /**
   * @maxItems 100
   */
  visited_by: string[];
  /**
   * One line.
   */
  purpose: string;
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
  records_match?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  monitor_knows_task?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  community_involved?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  problems_followed?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * Several lines.
   */
  findings: string;
  /**
   * Several lines.
   */
  recommendations?: string;
  /**
   * @maxItems 40
   */
  actions?: {
    /**
     * One line.
     */
    action: string;
    /**
     * One line.
     */
    responsible?: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    due?: string;
    done?: 'yes' | 'no';
  }[];
  /**
   * @maxItems 100
   */
  photo?: string[];
  /**
   * @maxItems 100
   */
  report?: string[];
}
