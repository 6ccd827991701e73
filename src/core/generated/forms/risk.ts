// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What could go wrong, how likely, how bad, and what is done about it.
 */
export interface Risk {
  /**
   * One line.
   */
  title: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  category: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  identified_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  /**
   * Several lines.
   */
  description: string;
  /**
   * Several lines.
   */
  cause?: string;
  likelihood: '1' | '2' | '3' | '4' | '5';
  impact: '1' | '2' | '3' | '4' | '5';
  level?: number;
  response?: 'avoid' | 'reduce' | 'share' | 'accept';
  /**
   * Several lines.
   */
  mitigation?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  owner?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  due_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  next_review?: string;
  stage: 'open' | 'watched' | 'closed' | 'happened';
}
