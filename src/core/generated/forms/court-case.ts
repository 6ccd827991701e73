// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A criminal or civil case that the programme follows through the courts; names of the parties are restricted to the programme.
 */
export interface CourtCase {
  /**
   * One line.
   */
  case_number: string;
  /**
   * One line.
   */
  name?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  initiating_court_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  receive_date: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  program_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  integrity_volunteer_id?: string;
  case_type: 'criminal' | 'civil';
  type: 'primary' | 'appeal' | 'cassation' | 'revision';
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  crime_or_conflict_type: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  crime_date?: string;
  /**
   * One line.
   */
  crime_location?: string;
  /**
   * One line.
   */
  accused_or_plaintiff_name?: string;
  /**
   * One line.
   */
  accused_or_plaintiff_father_name?: string;
  /**
   * One line.
   */
  accused_or_plaintiff_grandfather_name?: string;
  accused_or_plaintiff_gender?: 'female' | 'male';
  accused_or_plaintiff_age?: number;
  /**
   * One line.
   */
  victim_or_defendant_name?: string;
  /**
   * One line.
   */
  victim_or_defendant_father_name?: string;
  /**
   * One line.
   */
  victim_or_defendant_grandfather_name?: string;
  victim_or_defendant_gender?: 'female' | 'male';
  victim_or_defendant_age?: number;
  case_status: 'investigation' | 'in-court' | 'adjourned' | 'decided' | 'appealed' | 'settled' | 'closed';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  complaint_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  arrest_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  police_custody_end_date?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  prosecutor_investigation_end_date?: string;
  trial_session_count?: number;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  closing_date?: string;
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
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verify_date?: string;
}
