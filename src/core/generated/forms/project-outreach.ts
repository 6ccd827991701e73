// Generated from schemas/ by npm run generate. Do not edit.

/**
 * An outreach event at an infrastructure project.
 */
export interface ProjectOutreach {
  /**
   * Id of a record, place, person or attachment.
   */
  cbmi_project_id: string;
  /**
   * Item of the list outreach-event-type.
   */
  event_type: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  event_date: string;
  duration_in_hours?: number;
  /**
   * One line.
   */
  facilitator?: string;
  /**
   * Several lines.
   */
  content: string;
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
  /**
   * Items of the list outreach-target-group.
   *
   * @maxItems 100
   */
  target_groups?: string[];
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
   * A Gregorian day, YYYY-MM-DD.
   */
  entry_date?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  verified_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verify_date?: string;
}
