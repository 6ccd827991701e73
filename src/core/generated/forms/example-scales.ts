// Generated from schemas/ by npm run generate. Do not edit.

export interface Scales {
  trust?: number;
}
