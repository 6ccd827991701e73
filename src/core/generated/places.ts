// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Provinces and districts the product starts with; administrators add villages and new units.
 */
export interface Places {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Provinces by P-code.
   */
  provinces: {
    /**
     * Id of the place in this product; never changes.
     */
    id: string;
    /**
     * P-code, an attribute that may change with an edition.
     */
    pcode: string;
    /**
     * ISO 3166-2.
     */
    iso?: string;
    name: Text;
    /**
     * Centre point, degrees north.
     */
    latitude?: number;
    /**
     * Centre point, degrees east.
     */
    longitude?: number;
    /**
     * Spelling variants and other names, for search.
     */
    aliases?: string[];
    /**
     * One of the provinces the organisation works in.
     */
    pilot?: boolean;
  }[];
  /**
   * Districts by P-code.
   */
  districts: {
    /**
     * Id of the place in this product; never changes.
     */
    id: string;
    /**
     * P-code, an attribute that may change with an edition.
     */
    pcode: string;
    /**
     * P-code of the province.
     */
    parent: string;
    name: Text;
    /**
     * Centre point, degrees north.
     */
    latitude?: number;
    /**
     * Centre point, degrees east.
     */
    longitude?: number;
    /**
     * Spelling variants and other names, for search.
     */
    aliases?: string[];
    /**
     * The district of the provincial capital.
     */
    centre?: boolean;
    /**
     * Codes and provinces over time, when they changed.
     */
    validity?: {
      /**
       * Code in the period.
       */
      pcode: string;
      /**
       * Province in the period.
       */
      parent: string;
      /**
       * First day.
       */
      from?: string;
      /**
       * Last day.
       */
      until?: string;
    }[];
    note?: Text;
  }[];
}
/**
 * This interface was referenced by `Places`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
