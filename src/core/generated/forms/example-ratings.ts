// Generated from schemas/ by npm run generate. Do not edit.

export interface Ratings {
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  rate_yard: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  rate_water?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  rate_heating?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  room_light?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  room_air?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
  /**
   * na is not applicable; not yet rated is the absence of the property.
   */
  room_chairs?: 'excellent' | 'good' | 'fair' | 'bad' | 'na';
}
