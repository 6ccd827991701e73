// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What is asked before a contract with a local organisation: ten questions.
 */
export interface PartnerAssessment {
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  partner: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  contract_sign_date?: string;
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
   * @maxItems 100
   */
  local_cso_recommended_by?: string[];
  /**
   * @maxItems 100
   */
  interviewed_by_technical_committee?: string[];
  sg1_form_filled?: 'yes' | 'no';
  technical_committee_recommended?: 'yes' | 'no';
  sg2_form_filled?: 'yes' | 'no';
  kyc_form_filled?: 'yes' | 'no';
  /**
   * @maxItems 100
   */
  cso_reference_provided_by?: string[];
  contract_signed?: 'yes' | 'no';
  has_budget?: 'yes' | 'no';
  has_workplan?: 'yes' | 'no';
  /**
   * @maxItems 100
   */
  scan?: string[];
}
