import { describe, expect, it, jest } from '@jest/globals';
import { NotFoundError } from '../../../base/errors.js';
import type { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

const now = new Date('2026-04-01T00:00:00Z');

describe('jobs', () => {
  it('that do not exist are not found', async () => {
    const find = jest.fn<JobsRepository['find']>().mockResolvedValue(null);
    const repository = { find } as Partial<JobsRepository> as JobsRepository;
    const attempt = new JobsService(repository, { now: () => now }).get(9);
    await expect(attempt).rejects.toThrow(new NotFoundError('path.job_id', 'there is no job 9'));
  });
});
