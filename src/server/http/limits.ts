/** How much one request may carry; beyond it the request is refused, never cut. */

/** Bytes of a body without files. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** Parts of a multipart body. */
export const PART_LIMITS = { fields: 2000, files: 20, fieldBytes: 1024 * 1024 };
