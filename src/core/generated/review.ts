// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What a reviewer is told beside the answers of a record. A form may say otherwise for itself.
 */
export interface Review {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Kinds of forms whose records are not compared with the last one of the same place, because each is about another person.
   */
  apart?: string[];
  /**
   * Rules by flag; a flag that is left out is never raised.
   */
  flags: {
    /**
     * Many questions are blank.
     */
    blank?: {
      /**
       * Types of questions that count.
       *
       * @minItems 1
       */
      types: [
        'rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix',
        ...('rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix')[]
      ];
      /**
       * Blank questions from which it is told.
       */
      from: number;
      /**
       * Share of the questions of these types that must be blank.
       */
      share: number;
    };
    /**
     * All answers are those of the last visit of the same place.
     */
    unchanged?: {
      /**
       * Types of questions that count.
       *
       * @minItems 1
       */
      types: [
        'rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix',
        ...('rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix')[]
      ];
      /**
       * Questions that must have been answered at least.
       */
      from: number;
    };
    /**
     * The date lies after the day on which the record was last changed.
     */
    future?: {
      /**
       * Days that it may lie after it.
       */
      days: number;
    };
    /**
     * The clock of the device was wrong when the date was filled in.
     */
    clock?: {
      /**
       * From how many minutes on.
       */
      minutes: number;
    };
    /**
     * A position lies outside the district of the record.
     */
    outside?: {
      /**
       * From the district's point, where no borders were imported.
       */
      kilometres: number;
      /**
       * Kilometres from the imported border, whose lines are coarse.
       */
      border: number;
    };
    /**
     * The form was filled in faster than anybody can ask its questions. Only for records whose form says so is that time stored, once, with the first save.
     */
    short?: {
      /**
       * Least minutes.
       */
      minutes: number;
      /**
       * Kinds of forms.
       *
       * @minItems 1
       */
      kinds: [string, ...string[]];
    };
    /**
     * Another record says the same (`sameAs`).
     */
    same?: {};
  };
}
