// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A public service that a community audits together with those who provide it.
 */
export interface SocialAuditProject {
  /**
   * One line.
   */
  name: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  service_type: string;
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
   * Organisation that carries out the social audit; item of the list organization.
   */
  organization_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  provincial_staff?: string;
  /**
   * @maxItems 40
   */
  information_questions?: {
    /**
     * One line.
     */
    question: string;
    /**
     * Several lines.
     */
    answer?: string;
    /**
     * One line.
     */
    source?: string;
  }[];
  /**
   * @maxItems 40
   */
  suggested_stakeholders?: {
    /**
     * One line.
     */
    stakeholder: string;
    /**
     * One line.
     */
    role?: string;
    /**
     * Digits, spaces, + and -; stored with Latin digits.
     */
    contact?: string;
  }[];
}
