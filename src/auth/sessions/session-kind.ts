/** `bearer`: a program has the token. `cookie`: the page of the service has it in a cookie. */
export const sessionKinds = ['bearer', 'cookie'] as const;
export type SessionKind = (typeof sessionKinds)[number];
