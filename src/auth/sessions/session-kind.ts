/** `bearer`: a program has the token. `cookie`: the page of the service has it in a cookie. `command_line`: a person let a program log in. */
export const sessionKinds = ['bearer', 'cookie', 'command_line'] as const;
export type SessionKind = (typeof sessionKinds)[number];
