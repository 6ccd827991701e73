// Generated from schemas/ by npm run generate. Do not edit.

/**
 * This interface was referenced by `Public`'s JSON-Schema
 * via the `definition` "dimension".
 */
export type Dimension = 'programme' | 'province' | 'district' | 'organization' | 'status' | 'problem_type';

/**
 * What the public page says without a login: texts, flow charts, and which counts are published once a day.
 */
export interface Public {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  title: Text;
  /**
   * Paragraphs about the organisation.
   */
  about: Text[];
  /**
   * Least count that is published, and least change from one day to the next.
   */
  threshold: number;
  /**
   * Districts with fewer sites are counted together, as other districts of their province.
   */
  leastSites?: number;
  otherDistricts?: Text;
  /**
   * @minItems 1
   */
  measures: [
    {
      /**
       * Name; changing it publishes a new count.
       */
      id: string;
      title: Text;
      /**
       * Counts the problem log, or records.
       */
      of: 'problems' | 'records';
      /**
       * Kinds of forms whose records count. Only forms of a department in the menu count, and only records in states that count.
       *
       * @minItems 1
       */
      kinds?: [string, ...string[]];
      /**
       * What the count is told apart by.
       *
       * @minItems 1
       */
      dimensions: [Dimension, ...Dimension[]];
      /**
       * What is left out, in this order, where there are too few records. No two measures may count the same records, or hidden counts could be worked out from both.
       */
      drop: Dimension[];
      ownTable?: Dimension;
    },
    ...{
      /**
       * Name; changing it publishes a new count.
       */
      id: string;
      title: Text;
      /**
       * Counts the problem log, or records.
       */
      of: 'problems' | 'records';
      /**
       * Kinds of forms whose records count. Only forms of a department in the menu count, and only records in states that count.
       *
       * @minItems 1
       */
      kinds?: [string, ...string[]];
      /**
       * What the count is told apart by.
       *
       * @minItems 1
       */
      dimensions: [Dimension, ...Dimension[]];
      /**
       * What is left out, in this order, where there are too few records. No two measures may count the same records, or hidden counts could be worked out from both.
       */
      drop: Dimension[];
      ownTable?: Dimension;
    }[]
  ];
  flows: {
    /**
     * Name, part of its address.
     */
    id: string;
    title: Text;
    /**
     * One chart for each department whose forms have these kinds.
     */
    each?: 'department';
    /**
     * @minItems 2
     */
    steps: [
      {
        text: Text;
        /**
         * Names the department's forms of these kinds below the text; without such forms the step is left out.
         *
         * @minItems 1
         */
        kinds?: [string, ...string[]];
      },
      {
        text: Text;
        /**
         * Names the department's forms of these kinds below the text; without such forms the step is left out.
         *
         * @minItems 1
         */
        kinds?: [string, ...string[]];
      },
      ...{
        text: Text;
        /**
         * Names the department's forms of these kinds below the text; without such forms the step is left out.
         *
         * @minItems 1
         */
        kinds?: [string, ...string[]];
      }[]
    ];
  }[];
}
/**
 * This interface was referenced by `Public`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
