// Generated from schemas/ by npm run generate. Do not edit.

/**
 * The words of the field in three languages, as all texts use them.
 */
export interface Glossary {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Terms by id.
   */
  terms: {
    /**
     * Name of the term.
     */
    id: string;
    term: Text;
    /**
     * Words of other countries, transliterations and slips not to use for it in Dari; with a star at its end, a stem with any ending.
     */
    avoid_fa?: string[];
    /**
     * Words of other countries, transliterations and slips not to use for it in Pashto; with a star at its end, a stem with any ending.
     */
    avoid_ps?: string[];
  }[];
}
/**
 * This interface was referenced by `Glossary`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
