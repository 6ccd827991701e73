// Generated from schemas/ by npm run generate. Do not edit.

export interface Places {
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
   * Degrees north.
   */
  latitude?: number;
  /**
   * Degrees east.
   */
  longitude?: number;
}
