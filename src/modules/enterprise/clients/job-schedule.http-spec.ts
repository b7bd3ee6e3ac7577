import { describe, expect, it } from '@jest/globals';
import { testApp } from '../../../../test/support/app.js';
import { until } from '../../../../test/support/until.js';
import { TaskRunner } from '../../../queue/task-runner.js';

describe('the schedule of a process that runs tasks', () => {
  it('makes the jobs of events that are due', async () => {
    const app = await testApp({ edition: 'enterprise' });
    try {
      const made = await app.call('POST', '/api/v2/clients', { name: 'a collector', type: 'directory' });
      const { id: client_id } = ((await made.json()) as { data: { id: string } }).data;
      const rrule = 'DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=5';
      await app.call('POST', '/api/v2/events', { client_id, rrule, session_collection: true });
      await app.database.query(`UPDATE event SET next_scheduled_at = now() - interval '1 hour'`);
      app.app.get(TaskRunner).start();
      const jobs = async () => {
        const page = (await (await app.call('GET', '/api/v2/jobs?sort_by=id')).json()) as { data: readonly object[] };
        return page.data;
      };
      await until(async () => (await jobs()).length > 0);
      expect((await jobs())[0]).toMatchObject({
        client_id,
        event_id: { int32: 1, valid: true },
        session_collection: true,
      });
    } finally {
      await app.close();
    }
  });
});
