// Generated from schemas/ by npm run generate. Do not edit.

export interface Ranges {
  attendance?: number;
  walk?: number;
}
