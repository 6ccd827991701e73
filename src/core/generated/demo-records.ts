// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What the seeded generator makes of one programme for a demonstration: records of its forms and the sentences they use. Fields that the plan does not name stay empty; hidden ones are dropped and derived ones worked out by the form engine.
 */
export interface DemoRecords {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Records, in the order they are made.
   */
  records: {
    /**
     * Form.
     */
    form: string;
    /**
     * Roles of the people who enter the records, by turns; people of the record's province, else anybody who may.
     *
     * @minItems 1
     */
    by: [string, ...string[]];
    /**
     * So many records for each record of another form, spread over the months.
     */
    perParent?: {
      /**
       * Form of the parents.
       */
      form: string;
      /**
       * Fewest.
       */
      min: number;
      /**
       * Most.
       */
      max: number;
      /**
       * Percent of the parents whose last record is of the current period (`due` of the form).
       */
      current?: number;
    };
    /**
     * So many records without a parent, anywhere in the plan's provinces, spread over the months.
     */
    count?: number;
    /**
     * Earlier versions, the oldest first, and until when visits were recorded with them; after that with the newest. Values that a version does not ask are left out.
     */
    versions?: {
      /**
       * Version of the form.
       */
      version: number;
      /**
       * Last day it was in use, relative to today: -6m.
       */
      until: string;
    }[];
    /**
     * Field that gets the day of the visit.
     */
    date?: string;
    /**
     * How records end up, as weights.
     */
    states: {
      [k: string]: number;
    };
    /**
     * Other weights for the newest records.
     */
    recent?: {
      /**
       * How recent.
       */
      months: number;
      /**
       * Weights for these.
       */
      states: {
        [k: string]: number;
      };
    };
    /**
     * Generator by field or stored name.
     */
    values: {
      [k: string]: Generator;
    };
    /**
     * Values that belong together, a name and its gender: each record gets one of these sets, words in the language of its place.
     *
     * @minItems 1
     */
    together?: [
      {
        [k: string]: string | Text;
      },
      ...{
        [k: string]: string | Text;
      }[]
    ];
    /**
     * For sheets: each answer that flags a problem gets one, which lives on over the visits that follow.
     */
    problems?: {
      /**
       * Stage each problem reaches.
       */
      stages: {
        [k: string]: number;
      };
      /**
       * Months from found to solved.
       *
       * @minItems 2
       * @maxItems 2
       */
      monthsToSolve: [number, number];
      /**
       * Percent of sheets with one more problem that no answer asked for.
       */
      voluntary: number;
    };
    /**
     * Records given one by one.
     */
    items?: {
      /**
       * Name by which accounts refer to the record.
       */
      key?: string;
      /**
       * P-code of the province.
       */
      province?: string;
      /**
       * P-code of the district.
       */
      district?: string;
      /**
       * Fixed values by stored name; the others are generated.
       */
      values: {
        [k: string]: unknown;
      };
    }[];
  }[];
  /**
   * Sentences of this programme by name; they go before those of all programmes.
   */
  sentences?: {
    /**
     * @minItems 1
     */
    [k: string]: [Text, ...Text[]];
  };
}
/**
 * How the value of a field is made; exactly one key. All choices come from the seeded generator.
 *
 * This interface was referenced by `DemoRecords`'s JSON-Schema
 * via the `definition` "generator".
 */
export interface Generator {
  /**
   * Always this value.
   */
  const?: {
    [k: string]: unknown;
  };
  /**
   * One of these, each as likely.
   *
   * @minItems 1
   */
  oneOf?: [unknown, ...unknown[]];
  /**
   * One of the keys, as likely as its weight.
   */
  weighted?: {
    [k: string]: number;
  };
  /**
   * A rating by weight, shifted by how good the site is, so that good sites stay good from visit to visit.
   */
  quality?: {
    [k: string]: number;
  };
  /**
   * A whole number from the first to the second.
   *
   * @minItems 2
   * @maxItems 2
   */
  range?: [number, number];
  /**
   * A day between two days.
   */
  date?: {
    /**
     * Earliest day, relative to today: -18m, -3y, -10d, 0.
     */
    from: string;
    /**
     * Latest day, likewise.
     */
    to: string;
  };
  /**
   * A day so many days after the record was entered, from the first to the second, never after today.
   *
   * @minItems 2
   * @maxItems 2
   */
  after?: [number, number];
  /**
   * A day counted from another date of the record; left out where that has no answer.
   */
  following?: {
    /**
     * Stored name of a date of the record that is made before this one.
     */
    field: string;
    /**
     * So many days after it, from the first to the second; before it where they are negative.
     *
     * @minItems 2
     * @maxItems 2
     */
    days: [number, number];
    /**
     * true: may lie after today, as a day by which something is due.
     */
    ahead?: boolean;
  };
  /**
   * Digits; # becomes a digit.
   */
  phone?: string;
  /**
   * For a place field: the item's district, or one of its villages too; without a district of its own the parent's.
   */
  place?: 'district' | 'village';
  /**
   * For a geopoint: near the district's centre point, or near the parent's point.
   */
  point?: 'district' | 'parent';
  /**
   * Somebody of the same province.
   */
  person?: {
    /**
     * Person form.
     */
    form: string;
    /**
     * This one: the key of an item.
     */
    key?: string;
  };
  /**
   * A record made before, of the same province if there is one; none leaves the field out.
   */
  record?: {
    /**
     * Form of the record.
     */
    form: string;
    /**
     * Only records with these answers.
     */
    where?: {
      [k: string]: string;
    };
    /**
     * true: only records of the same parent.
     */
    sibling?: boolean;
    /**
     * true: only records of the same province.
     */
    near?: boolean;
  };
  /**
   * One of these, in the language of the province.
   *
   * @minItems 1
   */
  words?: [Text, ...Text[]];
  /**
   * One of texts.<name>, in the language of the province.
   */
  text?: string;
  /**
   * Rows of a table.
   */
  rows?: {
    /**
     * Rows by column: a number, a code, a text in three languages, a generator, or rows in a row, which all are kept.
     *
     * @minItems 1
     */
    each: [
      {
        [k: string]: unknown;
      },
      ...{
        [k: string]: unknown;
      }[]
    ];
    /**
     * Percent of these rows that a record has; at least one.
     */
    share: number;
    /**
     * The numbers of a row are multiplied by one number from the first to the second, so that sums stay right.
     *
     * @minItems 2
     * @maxItems 2
     */
    times: [number, number];
  };
  /**
   * For a field with several answers.
   */
  several?: {
    /**
     * Fewest.
     */
    min: number;
    /**
     * Most.
     */
    max: number;
    of: Generator;
  };
  /**
   * A small picture drawn by the generator.
   */
  file?: 'scan' | 'photo';
  /**
   * A value in some of the records only.
   */
  some?: {
    /**
     * Percent of records that have a value.
     */
    share: number;
    of: Generator;
  };
}
/**
 * This interface was referenced by `DemoRecords`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
