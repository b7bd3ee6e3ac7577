/** The scheme of an Authorization header, in lower case, and what follows it. */
export interface Authorization {
  readonly scheme: string;
  readonly credentials: string;
}

const shape = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([^\s,]+)$/;

/** Undefined where the header is not a scheme, one space, and one word. */
export function parseAuthorization(header: string | undefined): Authorization | undefined {
  const [, scheme, credentials] = (header !== undefined && shape.exec(header)) || [];
  return scheme && credentials ? { scheme: scheme.toLowerCase(), credentials } : undefined;
}
