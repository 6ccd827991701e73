// Generated from schemas/ by npm run generate. Do not edit.

export interface RandomOrder {
  first_need?: 'books' | 'chairs' | 'teachers' | 'water';
}
