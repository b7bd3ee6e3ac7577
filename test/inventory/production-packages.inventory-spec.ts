import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true }>>;
}

it('leaves the compilers out of the packages that a production install has', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  const installed = Object.keys(packages).filter((path) => path && !packages[path]!.dev);

  expect(installed).toContain('node_modules/@nestjs/swagger');
  expect(installed.filter((path) => /typescript|@swc\//.test(path))).toEqual([]);
});
