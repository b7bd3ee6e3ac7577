export function typesOf(document: unknown, operations: readonly string[]): string;
