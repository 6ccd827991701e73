const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns true for a text that looks like the id of a record as devices and server make them. */
export const isUuid = (text: string): boolean => UUID.test(text);
