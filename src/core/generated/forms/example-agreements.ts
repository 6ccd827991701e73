// Generated from schemas/ by npm run generate. Do not edit.

export interface Agreements {
  consent: 'yes';
  photos_allowed?: 'yes';
}
