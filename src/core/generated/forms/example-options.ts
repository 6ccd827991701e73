// Generated from schemas/ by npm run generate. Do not edit.

export interface Options {
  shortages?: ('books' | 'chairs' | 'teachers' | 'water' | 'nothing')[];
}
