// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An open choice list (master table): seeded from this file, then edited by administrators.
 */
export interface ChoiceList {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Name of the list, <name> or <name>.<programme>.
   */
  list: string;
  title: Text;
  /**
   * Programme whose administrators may edit it; without it all.
   */
  programme?: string;
  /**
   * Base under /api where the list answers too (departments, organizations).
   */
  api?: string;
  /**
   * List that the parents of the items stand in; without it this list.
   */
  parentList?: string;
  /**
   * What filters may read of each item beside id, code, category and parent; the values stand in its extra.
   */
  attributes?: {
    [k: string]: {
      /**
       * Type of the value.
       */
      type: 'string' | 'number' | 'boolean';
      label?: Text;
    };
  };
  /**
   * Items in order.
   */
  items: {
    /**
     * Stored id; seeded lists keep their documented small numbers as ids.
     */
    id: string;
    /**
     * Stable code, defaults to the id.
     */
    code?: string;
    label: Text;
    /**
     * For problem types: the section (category) that must be rated first.
     */
    category?: string;
    /**
     * Id of the item above it, in this list or in parentList.
     */
    parent?: string;
    /**
     * Spelling variants and old names.
     */
    aliases?: string[];
    /**
     * Further documented keys.
     */
    extra?: {};
    /**
     * First ISO day on which it can be chosen; without it there is none.
     */
    validFrom?: string;
    /**
     * Last ISO day on which it can be chosen; records that have it keep it.
     */
    validTo?: string;
    /**
     * Id of the item of this list that it is another name of.
     */
    mergedInto?: string;
  }[];
}
/**
 * This interface was referenced by `ChoiceList`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
