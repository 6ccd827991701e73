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
  /**
   * Programmes whose forms only show what a form can ask. They stand apart, and last, where all forms are listed.
   */
  examples?: string[];
  /**
   * What counts in figures, by whose day. Deleted records never count. Without it records count in the states of their workflow that count.
   */
  counting?: {
    /**
     * Visits, surveys, events and whatever else is filled in.
     */
    records: {
      /**
       * counting: the states of the workflow that count. open: all but those that are closed for good and do not count, such as archived. all: every state.
       */
      states: 'counting' | 'open' | 'all';
      /**
       * date: the day that the record is about.
       */
      day: 'date';
    };
    /**
     * Records of forms of the kind site.
     */
    sites: {
      /**
       * counting: the states of the workflow that count. open: all but those that are closed for good and do not count, such as archived. all: every state.
       */
      states: 'counting' | 'open' | 'all';
      /**
       * now: as they are today, on whatever day they were entered.
       */
      day: 'now';
    };
    /**
     * Sites to be visited, and records in which something is to be done by a day.
     */
    due: {
      /**
       * counting: the states of the workflow that count. open: all but those that are closed for good and do not count, such as archived. all: every state.
       */
      states: 'counting' | 'open' | 'all';
      /**
       * now: as they are today.
       */
      day: 'now';
    };
    /**
     * Visits that tell of a problem. Others say nothing about its status, dates and type.
     */
    problems: {
      /**
       * counting: the states of the workflow that count. open: all but those that are closed for good and do not count, such as archived. all: every state.
       */
      states: 'counting' | 'open' | 'all';
      /**
       * own: the days on which the problem was identified and solved.
       */
      day: 'own';
    };
    /**
     * Records on which somebody worked.
     */
    activity: {
      /**
       * counting: the states of the workflow that count. open: all but those that are closed for good and do not count, such as archived. all: every state.
       */
      states: 'counting' | 'open' | 'all';
      /**
       * done: the day on which it was done.
       */
      day: 'done';
    };
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
