// Generated from schemas/ by npm run generate. Do not edit.

export interface FilesAndPhotos {
  /**
   * @maxItems 100
   */
  sheet?: string[];
  /**
   * @maxItems 100
   */
  photos: string[];
}
