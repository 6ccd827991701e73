// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An event that informs people about courts, their rights and the programme.
 */
export interface CourtOutreach {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmt_court_id: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  event_type: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  event_date: string;
  duration_in_hours?: number;
  /**
   * Several lines.
   */
  content: string;
  /**
   * One line.
   */
  facilitator?: string;
  /**
   * Several lines.
   */
  mobilisation_before_the_event?: string;
  /**
   * A whole number of things or people.
   */
  male_participants?: number;
  /**
   * A whole number of things or people.
   */
  female_participants?: number;
  participants_total?: number;
  target_groups?: (
    | 'community'
    | 'elders'
    | 'women'
    | 'youth'
    | 'students'
    | 'religious-scholars'
    | 'civil-society'
    | 'court-staff'
    | 'prisoners'
  )[];
  cdc_participation?: 'yes' | 'no';
  /**
   * A whole number of things or people.
   */
  dvds?: number;
  /**
   * A whole number of things or people.
   */
  print_material?: number;
  /**
   * One line.
   */
  other_material?: string;
  report?: 'yes' | 'no';
  checklist?: 'yes' | 'no';
  photography?: 'yes' | 'no';
  video?: 'yes' | 'no';
  /**
   * @maxItems 100
   */
  photo?: string[];
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
