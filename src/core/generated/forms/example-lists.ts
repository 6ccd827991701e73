// Generated from schemas/ by npm run generate. Do not edit.

export interface ListsOfTheForm {
  live_on: 'farming' | 'trade';
  works?: ('wheat' | 'fruit' | 'animals' | 'shop' | 'market')[];
  free_hours?: number;
  light_work?: 'wheat' | 'fruit' | 'animals' | 'shop' | 'market';
  /**
   * @maxItems 30
   */
  workers?: {
    /**
     * One line.
     */
    name: string;
    work?: 'wheat' | 'fruit' | 'animals' | 'shop' | 'market';
  }[];
  income_change?: '-1' | '0' | '1' | '1.5';
  food_change?: '-1' | '0' | '1' | '1.5';
  change_product?: number;
  school_change?: '-1' | '0' | '1' | '1.5';
  clinic_change?: '-1' | '0' | '1' | '1.5';
}
