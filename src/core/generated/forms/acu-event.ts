// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Advocacy event
 */
export interface AdvocacyEvent {
  /**
   * One line.
   */
  subject: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  event_date: string;
  /**
   * One line.
   */
  venue?: string;
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
   * One line.
   */
  dir?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  acu_event_category_id?: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  acu_event_type_id: string;
  thematic_area?: 'rule-of-law' | 'social-accountability' | 'transparency' | 'other';
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  indicator?: string;
  /**
   * @maxItems 100
   */
  boundry_partner_ids?: string[];
  /**
   * A whole number of things or people.
   */
  participants_male?: number;
  /**
   * A whole number of things or people.
   */
  participants_female?: number;
  /**
   * @maxItems 100
   */
  participants_list?: string[];
  /**
   * Several lines.
   */
  description?: string;
  /**
   * @maxItems 100
   */
  agenda?: string[];
  /**
   * @maxItems 100
   */
  meeting_minutes?: string[];
  /**
   * @maxItems 100
   */
  photo_url?: string[];
  video_link?: string;
}
