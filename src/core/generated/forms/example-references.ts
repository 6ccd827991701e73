// Generated from schemas/ by npm run generate. Do not edit.

export interface PeopleAndRecords {
  /**
   * Id of a record, place, person or attachment.
   */
  observer: string;
  /**
   * @maxItems 100
   */
  team?: string[];
  /**
   * Id of a record, place, person or attachment.
   */
  school?: string;
}
