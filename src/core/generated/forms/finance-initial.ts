// Generated from schemas/ by npm run generate. Do not edit.

/**
 * The person and account a payment goes to, and what for.
 */
export interface FinanceInitial {
  /**
   * One line.
   */
  payee_name: string;
  /**
   * One line.
   */
  father_name?: string;
  /**
   * One line.
   */
  tazkira_no?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  phone?: string;
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
   * One line.
   */
  position?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  donor?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  payment_month: string;
  /**
   * An amount of money, two decimals.
   */
  amount: number;
  currency: 'USD' | 'AFN' | 'EURO';
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  bank?: string;
  /**
   * One line.
   */
  account_no?: string;
  /**
   * One line.
   */
  purpose: string;
  /**
   * @maxItems 100
   */
  receipt?: string[];
}
