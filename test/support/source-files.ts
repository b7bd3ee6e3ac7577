import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from '@swc/core';

/** The parts of a syntax node of swc that the inventory reads. */
export interface SyntaxNode {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** Specs, their fixtures, and migrations, which name every table. */
const notScanned = /spec\.ts$|\.fixture\.ts$|^src\/database\/migrations[./]/;

/** Paths of the TypeScript files of the product, relative to the root of the repository. */
export function productionFiles(): string[] {
  return ['src', 'demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => posix.join(folder, file))
      .filter((file) => file.endsWith('.ts') && !notScanned.test(file)),
  );
}

export function syntaxOf(file: string): SyntaxNode {
  return parse(readFileSync(file, 'utf8'));
}

export function parse(text: string): SyntaxNode {
  const { type, body } = parseSync(text, { syntax: 'typescript', decorators: true, target: 'es2023' });
  return { type, body };
}

/** The node itself and all nodes below it. */
export function* nodesOf(node: unknown): Generator<SyntaxNode> {
  if (typeof node !== 'object' || node === null) return;
  if (isSyntaxNode(node)) yield node;
  for (const member of Object.values(node)) yield* nodesOf(member);
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Paths of the files of the repository that a file imports, for values or for types. */
export function importsOf(file: string, syntax: SyntaxNode): string[] {
  return [...nodesOf(syntax)].flatMap(({ type, source }) => {
    const isImport = type === 'ImportDeclaration' || type.startsWith('Export');
    if (!isImport || !isSyntaxNode(source) || typeof source['value'] !== 'string') return [];
    const target = source['value'];
    return target.startsWith('.') ? [posix.join(posix.dirname(file), target.replace(/\.js$/, '.ts'))] : [];
  });
}

/**
 * The part of `src` that a file belongs to: the first folder below `src`, or below `src/modules` and `src/modules/enterprise` the folder
 * of the resource. `src/auth/audit` is a room of its own, as in the layer rules.
 */
export function roomOf(file: string): string {
  return /^src\/(modules\/enterprise\/[^/]+|modules\/[^/]+|auth\/audit|[^/]+(?=\/))|^[^/]+/.exec(file)?.[0] ?? file;
}
