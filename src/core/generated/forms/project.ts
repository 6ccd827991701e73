// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An infrastructure project that the programme monitors.
 */
export interface Project {
  /**
   * One line.
   */
  name: string;
  /**
   * Item of the list project-type.
   */
  cbmi_project_type_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  /**
   * Degrees north.
   */
  latitude?: number;
  /**
   * Degrees east.
   */
  longitude?: number;
  /**
   * Item of the list organization.
   */
  organization_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  start_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  end_date?: string;
  project_status: 'on-going' | 'completed' | 'stopped' | 'suspended' | 'canceled';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  status_change_date?: string;
  /**
   * An amount of money, two decimals.
   */
  budget?: number;
  /**
   * A whole number of things or people.
   */
  direct_benef_male?: number;
  /**
   * A whole number of things or people.
   */
  direct_benef_female?: number;
  /**
   * A whole number of things or people.
   */
  indirect_benef_male?: number;
  /**
   * A whole number of things or people.
   */
  indirect_benef_female?: number;
  granted_by_integrity_action?: 'yes' | 'no';
  /**
   * Several lines.
   */
  project_delivery_reason: string;
  /**
   * Several lines.
   */
  project_deliverable_details: string;
  /**
   * Item of the list donor.
   */
  cbmi_donor_id?: string;
  /**
   * Item of the list project-facilitator.
   */
  cbmi_facilator_id?: string;
  /**
   * Item of the list project-contractor.
   */
  cbmi_prime_contractor_id?: string;
  /**
   * Item of the list project-implementor.
   */
  cbmi_implementor_id?: string;
  /**
   * Item of the list government-partner.
   */
  cbmi_gov_partner_id?: string;
  contract_layer?: number;
  cdc_exists?: 'yes' | 'no';
  cdc_active?: 'yes' | 'no';
  cdc_mobilized?: 'yes' | 'no';
  statement_of_work?: 'yes' | 'no';
  bill_of_quantity?: 'yes' | 'no';
  contract?: 'yes' | 'no';
  physical_access?: 'yes' | 'no';
  drawings?: 'yes' | 'no';
  /**
   * One line.
   */
  budget_source_info?: string;
  accessibility_feasibility?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  accessibility_project_plans?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  accessibility_contract?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  accessibility_budget?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  accessibility_bill_of_quantity?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  accessibility_annual_report?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  accessibility_evaluation_report?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  accessibility_contract_variation?: 'proactive' | 'reactive' | 'not-needed' | 'not-accessible';
  access_details_feasibility?: string;
  access_details_project_plans?: string;
  access_details_contract?: string;
  access_details_budget?: string;
  access_details_bill_of_quantity?: string;
  access_details_annual_report?: string;
  access_details_evaluation_report?: string;
  access_details_contract_variation?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_start_date?: string;
  monitoring_status?: 'on-going' | 'stopped' | 'completed';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_end_date?: string;
  project_progress?: number;
  /**
   * A whole number of things or people.
   */
  elections_participant?: number;
  /**
   * @maxItems 100
   */
  local_monitors?: string[];
  /**
   * Several lines.
   */
  other_contacts?: string;
  monitored_by_others?: 'yes' | 'no';
  /**
   * One line.
   */
  other_agency_name?: string;
  /**
   * Item of the list other-agency-type.
   */
  cbmi_other_agency_type_id?: string;
  /**
   * One line.
   */
  fp_name?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  fp_contact?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  fp_date?: string;
  data_entered_fp?: 'yes' | 'no';
  /**
   * One line.
   */
  pc_name?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  pc_contact?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  pc_date?: string;
  data_verified_pc?: 'yes' | 'no';
}
