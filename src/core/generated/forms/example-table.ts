// Generated from schemas/ by npm run generate. Do not edit.

export interface RepeatingRows {
  /**
   * @maxItems 50
   */
  assets?: {
    /**
     * One line.
     */
    item: string;
    /**
     * A whole number of things or people.
     */
    pieces?: number;
    /**
     * An amount of money, two decimals.
     */
    price?: number;
    /**
     * A decimal number.
     */
    value?: number;
  }[];
  /**
   * A decimal number.
   */
  assets_value?: number;
}
