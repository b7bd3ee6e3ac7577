import { describe, expect, it } from '@jest/globals';
import { deletedKind } from '../../../ingest/payloads/environments.js';
import type { CollectedData } from '../../../ingest/uploads/collected-data.repository.js';
import type { Upload } from '../../../ingest/uploads/upload.js';
import { jobResult } from './job-result.js';

const ended: Upload = {
  id: 1,
  kind: 'collection',
  account: { id: null, name: 'one' },
  status: 'complete',
  statusMessage: 'all files were read: 2',
  startedAt: new Date(0),
  finishedAt: new Date(0),
  analysisRunId: 'a-run',
};
const sender = { cutOff: null, domains: [] };

function data(changes: Partial<CollectedData> = {}): CollectedData {
  const corp = { id: 'S-1', name: 'CORP', kinds: { User: 2, AZUser: 1, Gadget: 9 }, files: 2, broken: 0 };
  return { files: 2, failed: 0, environments: [corp], faults: [], faultCount: 0, ...changes };
}

const messages = (...given: Parameters<typeof jobResult>) =>
  jobResult(...given).results.map(({ domainName, success, message }) => [domainName, success, message]);

describe('the result of a job', () => {
  it('counts the kinds of directories and of tenants', () => {
    const kinds = {
      User: 1,
      AZUser: 10,
      Group: 2,
      AZGroup: 20,
      Computer: 3,
      AZDevice: 30,
      GPO: 4,
      OU: 5,
      Container: 6,
      AIACA: 7,
      RootCA: 8,
      EnterpriseCA: 9,
      NTAuthStore: 10,
      CertTemplate: 11,
      Domain: 1,
      [deletedKind]: 12,
    };
    const [corp] = data().environments;
    const { results } = jobResult(ended, sender, data({ environments: [{ ...corp!, kinds }] }));
    expect(results).toEqual([
      {
        domainName: 'CORP',
        success: true,
        message: '',
        counts: {
          user_count: 11,
          group_count: 22,
          computer_count: 33,
          gpo_count: 4,
          ou_count: 5,
          container_count: 6,
          aiaca_count: 7,
          rootca_count: 8,
          enterpriseca_count: 9,
          ntauthstore_count: 10,
          certtemplate_count: 11,
          deleted_count: 12,
        },
      },
    ]);
  });

  it('is a success for a domain if no data of it can be missing', () => {
    const [corp] = data().environments;
    expect(messages(ended, sender, data())).toEqual([['CORP', true, '']]);
    expect(messages(ended, sender, data({ environments: [{ ...corp!, broken: 1 }] }))).toEqual([
      ['CORP', false, '1 of 2 files were incomplete'],
    ]);
    expect(messages(ended, sender, data({ failed: 3 }))).toEqual([
      ['CORP', false, '3 unreadable files may contain its data'],
    ]);
    expect(messages(ended, { ...sender, cutOff: 'timed_out' }, data())).toEqual([
      ['CORP', false, 'the job was timed_out before it had collected everything'],
    ]);
  });

  it('contains domains of the scope without data', () => {
    const domains = [
      { id: 'S-1', name: 'CORP' },
      { id: 'S-2', name: 'LAB' },
    ];
    expect(messages(ended, { ...sender, domains }, data())).toEqual([
      ['CORP', true, ''],
      ['LAB', false, 'no data was received'],
    ]);
    expect(messages(ended, { ...sender, domains }, data({ files: 0, environments: [] }))).toEqual([]);
  });

  it('logs the faults, and the number of omitted ones', () => {
    const { status, message, lines } = jobResult(
      { ...ended, status: 'timed_out', analysisRunId: null },
      sender,
      data({ faults: ['a: wrong', 'b: wrong'], faultCount: 7 }),
    );
    expect([status, message]).toEqual(['partially_complete', 'all files were read: 2']);
    expect(lines).toEqual(['read: all files were read: 2', 'a: wrong', 'b: wrong', 'and 5 more faults']);
    expect(jobResult({ ...ended, status: 'failed' }, sender, data())).toMatchObject({
      status: 'failed',
      lines: ['read: all files were read: 2', 'analysed by run a-run'],
    });
  });
});
