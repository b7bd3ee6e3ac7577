/**
 * How long this instance trusts what it read of a session, a token and their account. With the time that a reading takes, a logout,
 * a deletion or another role on any instance holds on all of them within five seconds.
 */
export const credentialMaxAgeMs = 2000;

/** Most sessions, tokens and authorization headers that one instance remembers. */
export const credentialCapacity = 10_000;
