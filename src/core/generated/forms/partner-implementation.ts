// Generated from schemas/ by npm run generate. Do not edit.

/**
 * How a partner carries out its contract: nine questions and the payments.
 */
export interface PartnerImplementation {
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  partner: string;
  /**
   * Id of a record, place, person or attachment.
   */
  initial?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  contract_date: string;
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
  currency: 'USD' | 'AFN' | 'EURO';
  /**
   * @maxItems 100
   */
  what_was_implemented?: string[];
  deliverables?: 'yes' | 'no';
  report_submitted?: 'yes' | 'no';
  work_breakdown_implemented?: 'yes' | 'no';
  documents?: 'yes' | 'no';
  cso_assessment?: 'yes' | 'no';
  /**
   * @maxItems 100
   */
  technical_committee?: string[];
  /**
   * @maxItems 100
   */
  progress_report?: string[];
  quality_plan?: 'yes' | 'no';
  /**
   * @maxItems 60
   */
  payments?: {
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    payment_date: string;
    /**
     * An amount of money, two decimals.
     */
    amount: number;
    /**
     * One line.
     */
    purpose?: string;
    /**
     * @maxItems 100
     */
    receipt?: string[];
  }[];
  /**
   * A decimal number.
   */
  payments_total?: number;
}
