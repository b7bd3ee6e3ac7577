export function typesOf(document: unknown, operations: readonly string[]): string;

/** The operations that the sources of the page name, in order. */
export function calledOperations(): Promise<readonly string[]>;
