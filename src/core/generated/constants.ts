// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Business constants that forms and screens share.
 */
export interface Constants {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Degrees north.
   */
  latitude: {
    minimum: number;
    maximum: number;
  };
  /**
   * Degrees east.
   */
  longitude: {
    minimum: number;
    maximum: number;
  };
  /**
   * Currencies.
   */
  currencies: {
    /**
     * Stored code.
     */
    value: string;
    label: Text;
  }[];
  /**
   * The rating scale, best first.
   */
  ratings: {
    /**
     * Stored code.
     */
    value: string;
    label: Text;
    /**
     * Points in averages; null is left out.
     */
    points: number | null;
    /**
     * Colour.
     */
    variant?: string;
    /**
     * Icon.
     */
    icon?: string;
  }[];
  /**
   * Yes, no.
   */
  yesNo: {
    /**
     * Stored code.
     */
    value: string;
    label: Text;
  }[];
  /**
   * Yes, no, do not know.
   */
  yesNoDontKnow: {
    /**
     * Stored code.
     */
    value: string;
    label: Text;
  }[];
  /**
   * Units of lengths and areas that are drawn on a map.
   */
  units: {
    metres: Text;
    kilometres: Text;
    squareMetres: Text;
    hectares: Text;
    squareKilometres: Text;
    jeribs: Text;
  };
  /**
   * When saving asks whether so many open questions are meant; without it saving never asks.
   */
  unanswered?: {
    /**
     * Field types that count.
     */
    types: string[];
    /**
     * Fewest open questions.
     */
    from: number;
    /**
     * Smallest part of the counted questions that is open.
     */
    share: number;
  };
}
/**
 * This interface was referenced by `Constants`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
