// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An interview or discussion with somebody of the organisation in the media.
 */
export interface MediaAppearance {
  /**
   * One line.
   */
  media_channel: string;
  /**
   * One line.
   */
  program_name: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  program_format: string;
  /**
   * One line.
   */
  discussion_topic: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  interview_date: string;
  interview_time?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  broadcast_date?: string;
  broadcast_time?: string;
  /**
   * One line.
   */
  interviewee: string;
  /**
   * One line.
   */
  interviewer?: string;
}
