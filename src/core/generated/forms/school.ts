// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A school that the programme monitors.
 */
export interface School {
  /**
   * Name on the school’s board.
   */
  name: string;
  /**
   * Item of the list school-type.
   */
  type: string;
  level?: 'primary' | 'lower-secondary' | 'upper-secondary';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  establishment_date?: string;
  /**
   * Place of the school.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  /**
   * Degrees north.
   */
  latitude?: number;
  /**
   * Degrees east.
   */
  longitude?: number;
  /**
   * Organisation that monitors; item of the list organization.
   */
  organization_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_start_date?: string;
  monitoring_status: 'on-going' | 'completed' | 'stopped' | 'suspended' | 'canceled' | 'monitoring-completed';
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_end_date?: string;
  /**
   * People who took part in the election of the local monitor.
   */
  election_participant?: number;
  /**
   * Local monitor of the school, when registered.
   */
  local_monitor_id?: string;
  /**
   * One line.
   */
  local_monitor_first_name?: string;
  /**
   * One line.
   */
  local_monitor_last_name?: string;
  /**
   * First and last name, derived.
   */
  local_monitor_full_name?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  contact_no?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  second_contact?: string;
  sms_exists?: 'yes' | 'no';
  sms_active?: 'yes' | 'no';
  sms_mobilized?: 'yes' | 'no';
  cdc_exists?: 'yes' | 'no';
  cdc_active?: 'yes' | 'no';
  ngos_active?: 'yes' | 'no';
  school_building_exists?: 'yes' | 'no';
  play_ground_exists?: 'yes' | 'no';
  green_area_exists?: 'yes' | 'no';
  /**
   * A whole number of things or people.
   */
  enrolment_capacity?: number;
  /**
   * A whole number of things or people.
   */
  enrolment_current_boys?: number;
  /**
   * A whole number of things or people.
   */
  enrolment_current_girls?: number;
  /**
   * Boys and girls, derived.
   */
  enrolment_current_total?: number;
  /**
   * Shifts a day.
   */
  school_shifts?: number;
  /**
   * A whole number of things or people.
   */
  instruct_rooms?: number;
  /**
   * A whole number of things or people.
   */
  instruct_rooms_in_use?: number;
  /**
   * A whole number of things or people.
   */
  non_instruct_rooms?: number;
  /**
   * A whole number of things or people.
   */
  classes_without_rooms?: number;
  /**
   * A whole number of things or people.
   */
  toilets_boys?: number;
  /**
   * A whole number of things or people.
   */
  toilets_girls?: number;
  /**
   * A whole number of things or people.
   */
  master?: number;
  /**
   * A whole number of things or people.
   */
  bachelor?: number;
  /**
   * A whole number of things or people.
   */
  tt_graduate?: number;
  /**
   * A whole number of things or people.
   */
  hs_graduate?: number;
  /**
   * A whole number of things or people.
   */
  ss_graduate?: number;
  /**
   * A whole number of things or people.
   */
  received_training_female?: number;
  /**
   * A whole number of things or people.
   */
  received_training_male?: number;
  /**
   * A whole number of things or people.
   */
  teachers_male?: number;
  /**
   * A whole number of things or people.
   */
  teachers_female?: number;
  /**
   * A whole number of things or people.
   */
  admin_staff?: number;
  /**
   * A whole number of things or people.
   */
  teachers_permanent?: number;
  /**
   * A whole number of things or people.
   */
  teachers_contracted?: number;
  /**
   * A whole number of things or people.
   */
  teachers_shortterm?: number;
  admin_records?: 'yes' | 'no';
  expenditure_records?: 'yes' | 'no';
  aid_distribution_records?: 'yes' | 'no';
  hr_records?: 'yes' | 'no';
  budget?: 'yes' | 'no';
  attendance_records?: 'yes' | 'no';
  inventory_list?: 'yes' | 'no';
  stock?: 'yes' | 'no';
  physical_access?: 'yes' | 'no';
  /**
   * One line.
   */
  focal_point_name?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  focal_point_contact?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  focal_point_date?: string;
  entered_by_fp?: 'yes' | 'no';
  /**
   * One line.
   */
  provincial_coordinator_name?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  provincial_coordinator_contact?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  provincial_coordinator_date?: string;
  verified_by_pc?: 'yes' | 'no';
}
