import { describe, expect, it } from '@jest/globals';
import { serverSettings } from './server-settings.js';

const GIB = 1024 ** 3;

function sizes(memory: number) {
  const { shared_buffers, effective_cache_size, maintenance_work_mem } = serverSettings(memory);
  return [shared_buffers, effective_cache_size, maintenance_work_mem];
}

describe('serverSettings', () => {
  it.each([
    ['a small container', GIB / 2, ['128MB', '512MB', '64MB']],
    ['a laptop', 16 * GIB, ['2048MB', '8192MB', '512MB']],
    ['a large server', 512 * GIB, ['4096MB', '65536MB', '512MB']],
  ])('sizes the memory for %s', (_, memory, expected) => {
    expect(sizes(memory)).toEqual(expected);
  });
});
