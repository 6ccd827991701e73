// Generated from schemas/ by npm run generate. Do not edit.

export interface Barcodes {
  asset_tag?: string;
}
