// Generated from schemas/ by npm run generate. Do not edit.

export interface OptionsByAnotherAnswer {
  work_kind?: 'farming' | 'trade';
  work?: 'wheat' | 'fruit' | 'animals' | 'shop' | 'transport';
  valley?: string;
  village?: string;
}
