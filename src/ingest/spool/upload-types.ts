/** Media types that an uploaded file may be declared as; what it is, its first bytes say. */
export const uploadTypes = [
  'application/json',
  'application/zip',
  'application/x-zip-compressed',
  'application/zip-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
] as const;
