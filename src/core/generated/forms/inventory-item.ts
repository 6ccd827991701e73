// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A thing the organisation owns: where it is, who uses it, what it cost, in which condition it is.
 */
export interface InventoryItem {
  /**
   * One line.
   */
  tag_number: string;
  /**
   * One line.
   */
  name: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  asset_type_id: string;
  /**
   * Several lines.
   */
  description?: string;
  /**
   * One line.
   */
  serial_number?: string;
  /**
   * One line.
   */
  manufacturer?: string;
  /**
   * One line.
   */
  model?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department_id: string;
  stock_user: 'stock' | 'user';
  /**
   * Id of a record, place, person or attachment.
   */
  user_id?: string;
  physical_status: 'new' | 'good' | 'needs-repair' | 'broken' | 'lost' | 'disposed';
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  donor_id?: string;
  /**
   * One line.
   */
  supplier?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  purchase_date: string;
  /**
   * An amount of money, two decimals.
   */
  purchase_price?: number;
  currency?: 'USD' | 'AFN' | 'EURO';
  useful_life_in_years?: number;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  expiry_date?: string;
  /**
   * @maxItems 100
   */
  photo?: string[];
  /**
   * Several lines.
   */
  remark?: string;
}
