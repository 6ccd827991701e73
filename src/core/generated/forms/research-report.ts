// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Research report
 */
export interface ResearchReport {
  /**
   * One line.
   */
  title: string;
  /**
   * One line.
   */
  authors: string;
  /**
   * One line.
   */
  theme_sector?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  start_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  end_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  lunch_date?: string;
  /**
   * A whole number of things or people.
   */
  no_of_people_link_sent_to?: number;
  /**
   * A whole number of things or people.
   */
  no_of_hard_copies_distributed?: number;
  /**
   * @maxItems 6
   */
  languages?: {
    language: 'english' | 'dari' | 'pashto';
    website_url?: string;
    /**
     * @maxItems 100
     */
    attachment?: string[];
  }[];
  /**
   * @maxItems 100
   */
  citations?: {
    /**
     * One line.
     */
    publication_title: string;
    /**
     * Id of an item of an open choice list; checked against the list at save.
     */
    type?: string;
    /**
     * One line.
     */
    author_name?: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    date?: string;
    /**
     * Id of an item of an open choice list; checked against the list at save.
     */
    publisher?: string;
    citation_link?: string;
    /**
     * Several lines.
     */
    remarks?: string;
  }[];
}
