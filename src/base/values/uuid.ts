/** A UUID of any version, in upper or lower case. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Describes {@link uuid} in error messages. */
export const uuidAllowed = 'a UUID (8-4-4-4-12 hex digits)';
