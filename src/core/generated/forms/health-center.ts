// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A health center that the programme monitors.
 */
export interface HealthCenter {
  /**
   * Name on the board of the center.
   */
  name: string;
  /**
   * Item of the list health-center-type.
   */
  type_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  filling_date: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  establishment_date?: string;
  /**
   * Id of a record, place, person or attachment.
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
   * Item of the list organization.
   */
  organization_id?: string;
  monitoring_status: 'on-going' | 'completed' | 'stopped' | 'suspended' | 'canceled' | 'monitoring-completed';
  /**
   * Several lines.
   */
  security_arrangements?: string;
  building_exists?: 'yes' | 'no';
  waiting_room?: 'yes' | 'no';
  medicine_depot_exists?: 'yes' | 'no';
  /**
   * Items of the list health-ward.
   *
   * @maxItems 100
   */
  wards?: string[];
  /**
   * A whole number of things or people.
   */
  no_administrative_room?: number;
  /**
   * A whole number of things or people.
   */
  no_work_room?: number;
  /**
   * A whole number of things or people.
   */
  no_doctor_room?: number;
  /**
   * A whole number of things or people.
   */
  no_bed_room?: number;
  /**
   * A whole number of things or people.
   */
  no_bed?: number;
  /**
   * A whole number of things or people.
   */
  no_benef_per_month?: number;
  /**
   * A whole number of things or people.
   */
  no_hf_allocation_per_month?: number;
  /**
   * Id of a record, place, person or attachment.
   */
  received_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  received_at?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  verified_by_id?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  verified_at?: string;
}
