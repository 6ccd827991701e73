// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What every programme of the demonstration shares: places, accounts, and the words of comments and problems. Records are planned in forms/demo/<programme>.json.
 */
export interface DemoBasics {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  note: Text;
  /**
   * Start of the generator: the same seed makes the same data.
   */
  seed: number;
  /**
   * How far back dated records go.
   */
  months: number;
  /**
   * Password of every demo account.
   */
  password: string;
  /**
   * Provinces with records.
   *
   * @minItems 1
   */
  provinces: [
    {
      /**
       * P-code.
       */
      pcode: string;
      /**
       * Language people write there.
       */
      language: 'fa' | 'ps';
    },
    ...{
      /**
       * P-code.
       */
      pcode: string;
      /**
       * Language people write there.
       */
      language: 'fa' | 'ps';
    }[]
  ];
  /**
   * Invented villages.
   */
  villages: {
    /**
     * Villages in each district of the provinces above.
     */
    perDistrict: number;
    /**
     * Names, taken in turn; a name that comes round again gets a number.
     *
     * @minItems 1
     */
    names: [Text, ...Text[]];
  };
  /**
   * Accounts, each with one grant.
   */
  accounts: {
    /**
     * Login name.
     */
    username: string;
    /**
     * Key of the person record the account belongs to.
     */
    person: string;
    name: Text;
    /**
     * Language chosen at first.
     */
    language: 'en' | 'fa' | 'ps';
    /**
     * Role of the grant.
     */
    role: string;
    /**
     * Programme of the grant; null is all.
     */
    programme: string | null;
    /**
     * P-code of the grant's province; null is all.
     */
    province: string | null;
  }[];
  /**
   * Forms in the order their records are made, once for each plan of a form: what records refer to comes first. Plans of other forms follow.
   */
  order: string[];
  /**
   * Sentences, in three languages.
   */
  texts: {
    /**
     * By problem type.
     */
    problems: {
      [k: string]: {
        /**
         * What is wrong.
         *
         * @minItems 1
         */
        details: [Text, ...Text[]];
        /**
         * What was done; the n-th fits the n-th of details.
         *
         * @minItems 1
         */
        steps: [Text, ...Text[]];
      };
    };
    /**
     * Comments when a record is returned.
     *
     * @minItems 1
     */
    return: [Text, ...Text[]];
    /**
     * Comments on one field.
     */
    returnFields?: {
      [k: string]: Text[];
    };
    /**
     * Comments.
     *
     * @minItems 1
     */
    verify: [Text, ...Text[]];
    /**
     * Comments.
     *
     * @minItems 1
     */
    archive?: [Text, ...Text[]];
    /**
     * Comments.
     *
     * @minItems 1
     */
    resubmit?: [Text, ...Text[]];
    /**
     * Comments.
     *
     * @minItems 1
     */
    reopen?: [Text, ...Text[]];
    /**
     * Reasons for revoking.
     *
     * @minItems 1
     */
    revoke?: [Text, ...Text[]];
    /**
     * Remarks of interviewees.
     *
     * @minItems 1
     */
    remarks?: [Text, ...Text[]];
  };
}
/**
 * This interface was referenced by `DemoBasics`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
