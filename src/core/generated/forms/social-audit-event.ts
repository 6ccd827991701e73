// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Social audit event
 */
export interface SocialAuditEvent {
  /**
   * Id of a record, place, person or attachment.
   */
  social_audit_id: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  event_type_id: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  sector_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  event_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  facilitator_id?: string;
  /**
   * @maxItems 100
   */
  material_ids?: string[];
  /**
   * @maxItems 3
   */
  participants?: {
    participant_type_id: '1' | '2' | '3';
    /**
     * A whole number of things or people.
     */
    male: number;
    /**
     * A whole number of things or people.
     */
    female: number;
  }[];
  /**
   * A whole number of things or people.
   */
  participants_total?: number;
  /**
   * @maxItems 100
   */
  participant_list?: string[];
  /**
   * Several lines.
   */
  summary?: string;
  /**
   * @maxItems 100
   */
  photo?: string[];
}
