/** The two parts of an Authorization header. The scheme is in lower case. */
export interface Authorization {
  readonly scheme: string;
  readonly credentials: string;
}

const shape = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([^\s,]+)$/;

/** Returns undefined unless the header is a scheme, one space and one word. */
export function parseAuthorization(header: string | undefined): Authorization | undefined {
  const [, scheme, credentials] = (header !== undefined && shape.exec(header)) || [];
  return scheme && credentials ? { scheme: scheme.toLowerCase(), credentials } : undefined;
}
