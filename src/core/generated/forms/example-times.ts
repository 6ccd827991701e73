// Generated from schemas/ by npm run generate. Do not edit.

export interface TimesOfDay {
  opens_at?: string;
}
