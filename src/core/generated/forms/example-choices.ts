// Generated from schemas/ by npm run generate. Do not edit.

export interface Choices {
  has_wall: 'yes' | 'no';
  has_council?: 'yes' | 'no' | 'dontknow';
  water_from?: 'river' | 'well' | 'pipe';
  water_also?: 'river' | 'well' | 'pipe' | 'tanker' | 'spring' | 'none';
  cleaned?: 'daily' | 'weekly';
  waters?: ('river' | 'well' | 'pipe' | 'tanker' | 'spring' | 'none')[];
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  office?: string;
}
