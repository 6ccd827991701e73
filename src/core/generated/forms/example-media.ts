// Generated from schemas/ by npm run generate. Do not edit.

export interface Media {
  water_point?: 'pump' | 'well' | 'spring' | 'tap' | 'other';
  containers?: ('jerrycan' | 'barrel' | 'jar' | 'none')[];
  taste?: string;
}
