// Generated from schemas/ by npm run generate. Do not edit.

export interface WaterPoints {
  place: string;
  visited: string;
  state: 'works' | 'repair' | 'dry';
  /**
   * @minItems 1
   */
  uses?: ('drink' | 'wash' | 'fields')[];
  households?: number;
  remarks?: string;
}
