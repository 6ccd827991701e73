// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Asset tracking of a school: eight tables of received, distributed and existing things.
 */
export interface SchoolAssets {
  /**
   * Id of a record, place, person or attachment.
   */
  cbms_school_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  handover_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor_id?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  contact_number?: string;
  /**
   * @maxItems 200
   */
  academic_books?: {
    /**
     * One line.
     */
    item: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * @maxItems 200
   */
  administration_books?: {
    /**
     * One line.
     */
    item: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * @maxItems 200
   */
  library_books?: {
    /**
     * One line.
     */
    item: string;
    /**
     * Id of an item of an open choice list; checked against the list at save.
     */
    category?: string;
    /**
     * One line.
     */
    source_agency?: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    recorded_date?: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * @maxItems 200
   */
  desks?: {
    /**
     * One line.
     */
    item: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * @maxItems 200
   */
  chairs?: {
    /**
     * One line.
     */
    item: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * @maxItems 200
   */
  laboratory_material?: {
    /**
     * One line.
     */
    item: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * @maxItems 200
   */
  items?: {
    /**
     * One line.
     */
    item: string;
    /**
     * Id of an item of an open choice list; checked against the list at save.
     */
    type?: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * A whole number of things or people.
     */
    functional_count?: number;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * @maxItems 200
   */
  consumables?: {
    /**
     * One line.
     */
    item: string;
    /**
     * A whole number of things or people.
     */
    received_quantity: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    received_date?: string;
    /**
     * A whole number of things or people.
     */
    distributed_or_used_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    distributed_or_used_date?: string;
    /**
     * A whole number of things or people.
     */
    existing_or_in_store_quantity?: number;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    existing_or_in_store_date?: string;
    /**
     * Distributed or used, and existing; derived.
     */
    accounted_quantity?: number;
    /**
     * Received less what is accounted for, derived.
     */
    missing_quantity?: number;
  }[];
  /**
   * Over all tables, derived.
   */
  received_total?: number;
  /**
   * Over all tables, derived.
   */
  missing_total?: number;
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  attachments?: string[];
}
