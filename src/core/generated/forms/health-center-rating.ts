// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A monitoring visit of a health center; an absent rating means not yet rated.
 */
export interface HealthCenterRating {
  /**
   * Health center that was visited.
   */
  health_center_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_date: string;
  /**
   * Local monitors who made the visit.
   *
   * @maxItems 100
   */
  local_monitor_ids?: string[];
  /**
   * Member of staff who received the sheet.
   */
  received_by_id?: string;
  /**
   * Degrees north.
   */
  latitude?: number;
  /**
   * Degrees east.
   */
  longitude?: number;
  /**
   * Where the center works on the day of the visit.
   */
  building?: 'own' | 'own-damaged' | 'rented' | 'borrowed' | 'tent' | 'none';
  /**
   * Specialist doctors on duty.
   */
  no_specialist_doctors?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  hygiene?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  hygiene_male_count?: number;
  /**
   * A whole number of things or people.
   */
  hygiene_female_count?: number;
  /**
   * A whole number of things or people.
   */
  hygiene_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  patients_water?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  patients_water_male_count?: number;
  /**
   * A whole number of things or people.
   */
  patients_water_female_count?: number;
  /**
   * A whole number of things or people.
   */
  patients_water_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  latrines?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  latrines_male_count?: number;
  /**
   * A whole number of things or people.
   */
  latrines_female_count?: number;
  /**
   * A whole number of things or people.
   */
  latrines_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  waiting_area?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  waiting_area_male_count?: number;
  /**
   * A whole number of things or people.
   */
  waiting_area_female_count?: number;
  /**
   * A whole number of things or people.
   */
  waiting_area_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  power_heating?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  power_heating_male_count?: number;
  /**
   * A whole number of things or people.
   */
  power_heating_female_count?: number;
  /**
   * A whole number of things or people.
   */
  power_heating_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  duty_hours?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  duty_hours_male_count?: number;
  /**
   * A whole number of things or people.
   */
  duty_hours_female_count?: number;
  /**
   * A whole number of things or people.
   */
  duty_hours_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  doctors?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  doctors_male_count?: number;
  /**
   * A whole number of things or people.
   */
  doctors_female_count?: number;
  /**
   * A whole number of things or people.
   */
  doctors_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  nurses_midwives?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  nurses_midwives_male_count?: number;
  /**
   * A whole number of things or people.
   */
  nurses_midwives_female_count?: number;
  /**
   * A whole number of things or people.
   */
  nurses_midwives_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  staff_conduct?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  staff_conduct_male_count?: number;
  /**
   * A whole number of things or people.
   */
  staff_conduct_female_count?: number;
  /**
   * A whole number of things or people.
   */
  staff_conduct_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  outpatient_care?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  outpatient_care_male_count?: number;
  /**
   * A whole number of things or people.
   */
  outpatient_care_female_count?: number;
  /**
   * A whole number of things or people.
   */
  outpatient_care_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  mother_child_care?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  mother_child_care_male_count?: number;
  /**
   * A whole number of things or people.
   */
  mother_child_care_female_count?: number;
  /**
   * A whole number of things or people.
   */
  mother_child_care_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  vaccination_service?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  vaccination_service_male_count?: number;
  /**
   * A whole number of things or people.
   */
  vaccination_service_female_count?: number;
  /**
   * A whole number of things or people.
   */
  vaccination_service_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  laboratory_tests?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  laboratory_tests_male_count?: number;
  /**
   * A whole number of things or people.
   */
  laboratory_tests_female_count?: number;
  /**
   * A whole number of things or people.
   */
  laboratory_tests_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  emergency_referral?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  emergency_referral_male_count?: number;
  /**
   * A whole number of things or people.
   */
  emergency_referral_female_count?: number;
  /**
   * A whole number of things or people.
   */
  emergency_referral_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  medicine_supply?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  medicine_supply_male_count?: number;
  /**
   * A whole number of things or people.
   */
  medicine_supply_female_count?: number;
  /**
   * A whole number of things or people.
   */
  medicine_supply_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  medicine_storage?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  medicine_storage_male_count?: number;
  /**
   * A whole number of things or people.
   */
  medicine_storage_female_count?: number;
  /**
   * A whole number of things or people.
   */
  medicine_storage_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  free_services?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  free_services_male_count?: number;
  /**
   * A whole number of things or people.
   */
  free_services_female_count?: number;
  /**
   * A whole number of things or people.
   */
  free_services_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  patients_register?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  patients_register_male_count?: number;
  /**
   * A whole number of things or people.
   */
  patients_register_female_count?: number;
  /**
   * A whole number of things or people.
   */
  patients_register_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  health_shura?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  health_shura_male_count?: number;
  /**
   * A whole number of things or people.
   */
  health_shura_female_count?: number;
  /**
   * A whole number of things or people.
   */
  health_shura_patient_count?: number;
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  complaint_handling?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * A whole number of things or people.
   */
  complaint_handling_male_count?: number;
  /**
   * A whole number of things or people.
   */
  complaint_handling_female_count?: number;
  /**
   * A whole number of things or people.
   */
  complaint_handling_patient_count?: number;
  /**
   * Men among doctors, nurses and midwives on duty, derived.
   */
  male_count?: number;
  /**
   * Women among doctors, nurses and midwives on duty, derived.
   */
  female_count?: number;
  /**
   * Patients counted by the services, derived; one person may use several.
   */
  patient_count?: number;
  /**
   * @maxItems 200
   *
   * Items: A problem as a sheet carries it; on the server it is a record of its own, its status and dates the fold of its log.
   */
  problems?: {
    /**
     * UUID made by whoever finds the problem.
     */
    id?: string;
    /**
     * Item of the form's problem types.
     */
    problem_type_id: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    date_identified?: string;
    /**
     * A Gregorian day, YYYY-MM-DD.
     */
    date_solved?: string;
    /**
     * Several lines.
     */
    problem_details: string;
    /**
     * Several lines.
     */
    resolution_steps?: string;
    problem_status_id?: 'ongoing' | 'advocated' | 'solved' | 'dropped';
    /**
     * Person who takes care of it.
     */
    trouble_shooter_id?: string;
    /**
     * @maxItems 100
     */
    identified_by_id?: string[];
    /**
     * @maxItems 100
     */
    solved_by_id?: string[];
    /**
     * @maxItems 100
     */
    advocated_by_id?: string[];
    /**
     * Attachments.
     *
     * @maxItems 100
     */
    photo?: string[];
  }[];
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  scan?: string[];
  /**
   * Attachments.
   *
   * @maxItems 100
   */
  photo?: string[];
  field_visits_checked?: 'yes' | 'no';
  data_entered?: 'yes' | 'no';
  /**
   * Id of a record, place, person or attachment.
   */
  form_received_by_id?: string;
}
