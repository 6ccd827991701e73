// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A weekly visit of a mine; an absent answer means not asked.
 */
export interface MineMonitoring {
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
  protective_equipment?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  protective_equipment_text?: string;
  supports_slopes?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  supports_slopes_text?: string;
  explosives?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  explosives_text?: string;
  first_aid?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  first_aid_text?: string;
  machines_safe?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  machines_safe_text?: string;
  warning_signs?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  warning_signs_text?: string;
  air_light?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  air_light_text?: string;
  water_rest?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  water_rest_text?: string;
  written_contracts?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  written_contracts_text?: string;
  paid_on_time?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  paid_on_time_text?: string;
  hours_rest?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  hours_rest_text?: string;
  no_children?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  no_children_text?: string;
  local_hiring?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  local_hiring_text?: string;
  training?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  training_text?: string;
  accidents_recorded?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  accidents_recorded_text?: string;
  can_complain?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  can_complain_text?: string;
  dust?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  dust_text?: string;
  waste_water?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  waste_water_text?: string;
  springs?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  springs_text?: string;
  noise_blasting?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  noise_blasting_text?: string;
  waste_rock?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  waste_rock_text?: string;
  restoration?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  restoration_text?: string;
  trees_fields?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  trees_fields_text?: string;
  hazardous_waste?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  hazardous_waste_text?: string;
  within_boundaries?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  within_boundaries_text?: string;
  no_illegal_mining?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  no_illegal_mining_text?: string;
  weighed?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  weighed_text?: string;
  waybills?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  waybills_text?: string;
  no_illegal_taxes?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  no_illegal_taxes_text?: string;
  roads?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  roads_text?: string;
  social_projects?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  social_projects_text?: string;
  information_board?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  information_board_text?: string;
  ministry_visited?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  ministry_visited_text?: string;
  ministry_representative?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  ministry_representative_text?: string;
  ministry_measured?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  ministry_measured_text?: string;
  ministry_safety?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  ministry_safety_text?: string;
  nepa_inspected?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  nepa_inspected_text?: string;
  ministry_receipts?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  ministry_receipts_text?: string;
  ministry_answered?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  ministry_answered_text?: string;
  company_valid_contract?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  company_valid_contract_text?: string;
  company_work_plan?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  company_work_plan_text?: string;
  company_production?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  company_production_text?: string;
  company_royalty?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  company_royalty_text?: string;
  company_insurance?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  company_insurance_text?: string;
  company_community_agreement?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  company_community_agreement_text?: string;
  company_met_monitors?: 'yes' | 'no' | 'dontknow';
  /**
   * Several lines.
   */
  company_met_monitors_text?: string;
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
   * @maxItems 100
   */
  photo?: string[];
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  sheet_handover_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  received_by_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  entered_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  entry_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  verified_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verify_date?: string;
  /**
   * Several lines.
   */
  office_remarks?: string;
}
