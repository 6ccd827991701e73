// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An annual monitoring of a mine.
 */
export interface MineAnnual {
  /**
   * Id of a record, place, person or attachment.
   */
  cbme_initial_recording_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  collected_by_id?: string;
  contract_public?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  contract_public_text?: string;
  owners_public?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  owners_public_text?: string;
  payments_complete?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  payments_complete_text?: string;
  extraction_allowed?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  extraction_allowed_text?: string;
  no_deaths?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  no_deaths_text?: string;
  safety_plan_renewed?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  safety_plan_renewed_text?: string;
  health_checked?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  health_checked_text?: string;
  equipment_renewed?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  equipment_renewed_text?: string;
  environment_report?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  environment_report_text?: string;
  restoration_fund?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  restoration_fund_text?: string;
  trees_planted?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  trees_planted_text?: string;
  water_tested?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  water_tested_text?: string;
  five_percent_spent?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  five_percent_spent_text?: string;
  social_projects_finished?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  social_projects_finished_text?: string;
  jobs_for_locals?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  jobs_for_locals_text?: string;
  life_improved?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  life_improved_text?: string;
  /**
   * @maxItems 100
   */
  scan?: string[];
  /**
   * Several lines.
   */
  remarks?: string;
}
