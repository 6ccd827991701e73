// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A publication from its plan to its distribution, with costs and copies.
 */
export interface Publishing {
  /**
   * One line.
   */
  activity: string;
  /**
   * Several lines.
   */
  description?: string;
  language: ('en' | 'fa' | 'ps' | 'other')[];
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  donor_id?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  program_id?: string;
  /**
   * One line.
   */
  cover_designer?: string;
  publication_status: 'planned' | 'writing' | 'design' | 'printing' | 'published' | 'canceled';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  planned_date: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  start_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  end_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  completion_date?: string;
  /**
   * An amount of money, two decimals.
   */
  print_cost?: number;
  currency?: 'USD' | 'AFN' | 'EURO';
  /**
   * An amount of money, two decimals.
   */
  design_cost?: number;
  total_cost?: number;
  payment_status: 'unpaid' | 'part-paid' | 'paid';
  /**
   * A whole number of things or people.
   */
  copies_printed?: number;
  /**
   * A whole number of things or people.
   */
  soft_copies_distributed?: number;
  /**
   * A whole number of things or people.
   */
  hard_copies_distributed?: number;
  /**
   * Several lines.
   */
  distributed_to?: string;
  /**
   * One line.
   */
  media_dissemination?: string;
  website_dissemination?: string;
  /**
   * @maxItems 100
   */
  publication_file?: string[];
}
