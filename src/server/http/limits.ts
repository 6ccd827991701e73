/** Limits of one request. A request beyond them is refused, never truncated. */

/** Bytes of a body without files. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** Bytes of a body for one record. A draft of one has at most half of that. */
export const RECORD_LIMIT = 1024 * 1024;

/** Parts of a multipart body. */
export const PART_LIMITS = { fields: 2000, files: 20, fieldBytes: 1024 * 1024 };
