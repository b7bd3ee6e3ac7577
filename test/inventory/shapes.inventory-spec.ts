import { expect, it } from '@jest/globals';
import { isSyntaxNode, nodesOf, productionFiles, syntaxOf } from '../support/source-files.js';

/** The names of class properties without any decorator. */
function undecorated(file: string): string[] {
  return [...nodesOf(syntaxOf(file))].flatMap(({ type, key, decorators }) => {
    const isUndecorated = type === 'ClassProperty' && (!Array.isArray(decorators) || decorators.length === 0);
    return isUndecorated && isSyntaxNode(key) ? [String(key['value'])] : [];
  });
}

it('describes every field of a request or an answer in the OpenAPI document', () => {
  const files = productionFiles().filter((file) => file.endsWith('.dto.ts'));
  const forgotten = files.flatMap((file) => undecorated(file).map((name) => `${file}: add @ApiProperty() to ${name}`));
  expect(files.length).toBeGreaterThan(10);
  expect(forgotten).toEqual([]);
});
