// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An outreach event around a school.
 */
export interface SchoolOutreach {
  /**
   * Id of a record, place, person or attachment.
   */
  cbms_school_id: string;
  event_type: 'awareness' | 'community-meeting' | 'election' | 'campaign' | 'theatre' | 'radio' | 'other';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  date: string;
  /**
   * A decimal number.
   */
  duration?: number;
  /**
   * Id of a record, place, person or attachment.
   */
  facilitator_id?: string;
  /**
   * Several lines.
   */
  content: string;
  /**
   * Several lines.
   */
  mobilisation_before_event?: string;
  /**
   * A whole number of things or people.
   */
  participants_male: number;
  /**
   * A whole number of things or people.
   */
  participants_female: number;
  target_groups?: ('students' | 'parents' | 'teachers' | 'shura' | 'elders' | 'mullahs' | 'women' | 'officials')[];
  cdc_participation?: 'yes' | 'no';
  /**
   * Several lines.
   */
  materials_distributed?: string;
  report_checklist?: 'yes' | 'no';
  photography?: 'yes' | 'no';
  video?: 'yes' | 'no';
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  attachments?: string[];
  /**
   * Several lines.
   */
  community_feedback?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  received_by_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  entered_by_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  verified_by_id?: string;
}
