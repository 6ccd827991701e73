// Generated from schemas/ by npm run generate. Do not edit.

export interface Shapes {
  /**
   * A line on the map, as GeoJSON.
   */
  canal?: {
    type: 'LineString';
    /**
     * @minItems 2
     * @maxItems 1000
     */
    coordinates: [number, number][];
  };
  /**
   * An area on the map, as GeoJSON: one ring, which ends where it begins and does not cross itself.
   */
  field: {
    type: 'Polygon';
    /**
     * @minItems 1
     * @maxItems 1
     */
    coordinates: [number, number][][];
  };
  field_jeribs?: number;
}
