// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Figures of a health center for one month.
 */
export interface HealthCenterMonthly {
  /**
   * Id of a record, place, person or attachment.
   */
  health_center_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  period_start: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  period_end: string;
  /**
   * @maxItems 100
   */
  local_monitor_ids?: string[];
  /**
   * Id of a record, place, person or attachment.
   */
  received_by_id?: string;
  /**
   * A whole number of things or people.
   */
  outpatients_female: number;
  /**
   * A whole number of things or people.
   */
  outpatients_male: number;
  /**
   * A whole number of things or people.
   */
  inpatients_female?: number;
  /**
   * A whole number of things or people.
   */
  inpatients_male?: number;
  /**
   * A whole number of things or people.
   */
  children_under_five?: number;
  /**
   * A whole number of things or people.
   */
  referred?: number;
  /**
   * Examined and admitted, derived.
   */
  patients_total?: number;
  /**
   * A whole number of things or people.
   */
  antenatal_visits?: number;
  /**
   * A whole number of things or people.
   */
  births?: number;
  /**
   * A whole number of things or people.
   */
  children_vaccinated?: number;
  /**
   * A whole number of things or people.
   */
  children_malnourished?: number;
  /**
   * A whole number of things or people.
   */
  days_open?: number;
  /**
   * A whole number of things or people.
   */
  days_without_doctor?: number;
  medicine_received?: 'yes' | 'no';
  /**
   * A whole number of things or people.
   */
  days_without_medicine?: number;
  /**
   * Several lines.
   */
  missing_medicines?: string;
  /**
   * Several lines.
   */
  remarks?: string;
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  attachments?: string[];
}
