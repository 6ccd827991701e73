// Generated from schemas/ by npm run generate. Do not edit.

/**
 * How long answers about people and deleted records are kept. A server applies the rules every night; what it did stands in the log.
 */
export interface Retention {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  rules: ({
    [k: string]: unknown;
  } & {
    /**
     * Name of the rule in the log; never used again for another one.
     */
    id: string;
    title: Text;
    /**
     * Forms whose records it is for.
     *
     * @minItems 1
     */
    forms: [string, ...string[]];
    /**
     * Erases answers about people; the rest of the record stays.
     */
    anonymise?: {
      /**
       * restricted: every answer that is restricted, at every depth; else stored names.
       */
      answers: 'restricted' | [string, ...string[]];
      /**
       * Days after which the answers are erased, in the record and in its history.
       */
      afterDays: number;
      /**
       * From when the days count: the day the record was made, or its last change.
       */
      since: 'made' | 'changed';
      /**
       * Only records in these states; all where it is left out.
       *
       * @minItems 1
       */
      states?: [string, ...string[]];
    };
    /**
     * Removes records that were deleted, with their history.
     */
    purgeDeleted?: {
      /**
       * Days after its deletion until a record is removed for good.
       */
      afterDays: number;
    };
  })[];
}
/**
 * This interface was referenced by `Retention`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
