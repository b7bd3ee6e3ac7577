/**
 * Takes one line on what goes on with the database, for the operator. A service logs them all; a command shows only the
 * notable ones: what it waits for, and what went wrong.
 */
export type Report = (line: string, weight: 'routine' | 'notable') => void;
