// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A mine that the programme monitors.
 */
export interface MineSite {
  /**
   * One line.
   */
  name: string;
  /**
   * Letters, digits, - and _.
   */
  code?: string;
  /**
   * Item of the list mine-type.
   */
  cbme_mine_type_id: string;
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
   * Several lines.
   */
  description?: string;
  /**
   * Several lines.
   */
  product_notes?: string;
  /**
   * Several lines.
   */
  context_notes?: string;
  /**
   * Item of the list mine-contract-type.
   */
  contract_type?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  contract_start_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  contract_end_date?: string;
  /**
   * An amount of money, two decimals.
   */
  royalty?: number;
  royalty_currency?: 'USD' | 'AFN' | 'EURO';
  /**
   * An amount of money, two decimals.
   */
  extraction_amount_per_year?: number;
  /**
   * An amount of money, two decimals.
   */
  extraction_amount_last_year?: number;
  /**
   * A whole number of things or people.
   */
  direct_beneficiaries_male?: number;
  /**
   * A whole number of things or people.
   */
  direct_beneficiaries_female?: number;
  /**
   * A whole number of things or people.
   */
  indirect_beneficiaries_male?: number;
  /**
   * A whole number of things or people.
   */
  indirect_beneficiaries_female?: number;
  /**
   * One line.
   */
  company_name?: string;
  /**
   * One line.
   */
  prime_contractor?: string;
  /**
   * One line.
   */
  beneficial_ownership?: string;
  /**
   * Several lines.
   */
  mining_site_history?: string;
  /**
   * Several lines.
   */
  mining_site_security?: string;
  /**
   * Several lines.
   */
  people_grieances_from_company?: string;
  /**
   * Items of the list social-project-type.
   *
   * @maxItems 100
   */
  social_projects_c?: string[];
  /**
   * One line.
   */
  social_projects_c_other?: string;
  /**
   * Items of the list social-project-type.
   *
   * @maxItems 100
   */
  social_projects_i?: string[];
  /**
   * One line.
   */
  social_projects_i_other?: string;
  health_safety_standard?: 'yes' | 'no';
  work_plan?: 'yes' | 'no';
  contract_of_employees?: 'yes' | 'no';
  eiti_reportable?: 'yes' | 'no';
  health_insurance?: 'yes' | 'no';
  plan_to_preserve_environment?: 'yes' | 'no';
  safety_health_policy_in_contract?: 'yes' | 'no';
  people_monitor_mine_site?: 'yes' | 'no';
  /**
   * Items of the list mine-beneficiary.
   *
   * @maxItems 100
   */
  beneficiaries?: string[];
  /**
   * One line.
   */
  beneficiaries_other?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_start_date?: string;
  monitoring_status: 'on-going' | 'stopped';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  status_change_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_end_date?: string;
  project_progress?: number;
  monitored_by_others?: 'yes' | 'no';
  /**
   * One line.
   */
  other_agency_name?: string;
  /**
   * Item of the list other-agency-type.
   */
  cbme_other_agency_type_id?: string;
  /**
   * @maxItems 50
   */
  projectCommunities?: {
    /**
     * One line.
     */
    name: string;
    /**
     * A whole number of things or people.
     */
    households?: number;
    distance?: number;
  }[];
  /**
   * @maxItems 2
   */
  localMonitors?: {
    /**
     * Id of a record, place, person or attachment.
     */
    local_monitor_id: string;
    /**
     * Digits, spaces, + and -; stored with Latin digits.
     */
    contact_no?: string;
  }[];
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  filling_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  physically_verified_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verify_date?: string;
}
