import { describe, expect, it } from '@jest/globals';
import { RRuleTemporal } from 'rrule-temporal';
import { Estate } from '../generator/estate.js';
import { directoryFiles, parsed } from '../generator/estate-files.fixture.js';
import { ESTATE_PRESETS } from '../generator/sizes.js';
import { demoClients, demoEvents } from './clients-and-events.js';
import { DEMO_NODE_KINDS, demoAssetGroups } from './configuration.js';
import { demoJobs } from './finished-jobs.js';

const now = new Date('2026-06-01T12:00:00Z');
const estate = new Estate({ seed: 'one', now, sizes: ESTATE_PRESETS.demo });
const objectIds = new Set([...directoryFiles(estate).values()].flat().map((object) => object.ObjectIdentifier));
const scopes = new Set([...objectIds, estate.plan.trusted.sid, estate.tenantAt(0).id]);

describe('the clients of the demo', () => {
  it('collect the domain and the tenant', () => {
    const clients = demoClients(estate);
    expect(clients.map(({ type }) => type)).toEqual(['directory', 'directory', 'cloud']);
    expect(clients[0]?.domainController).toBe('osl-dc001.halden.example');
  });
});

describe('the events of the demo', () => {
  const events = demoEvents(estate);

  it('recur from a start without an end', () => {
    for (const { rrule } of events) {
      expect(rrule).toMatch(/^DTSTART(;TZID=[A-Za-z_/]+:\d{8}T\d{6}|:\d{8}T\d{6}Z)\nRRULE:FREQ=[A-Z]+/u);
      expect(rrule).not.toMatch(/UNTIL|COUNT/u);
      const next = new RRuleTemporal({ rruleString: rrule }).next(now);
      expect(next?.epochMilliseconds).toBeGreaterThan(now.getTime());
    }
  });

  it('keep the local time of their zone', () => {
    const nightly = events.find(({ key }) => key === 'nightly');
    const next = new RRuleTemporal({ rruleString: nightly?.rrule ?? '' }).next(now);
    expect(next?.toInstant().toString()).toBe('2026-06-02T00:30:00Z');
  });

  it('refer to units and domains that exist', () => {
    expect(events.flatMap(({ ous, domains }) => [...ous, ...domains]).filter((id) => !scopes.has(id))).toEqual([]);
  });
});

describe('the finished jobs of the demo', () => {
  const jobs = demoJobs(estate);

  it('are sixty within four weeks, oldest first', () => {
    expect(jobs.length).toBe(60);
    const starts = jobs.map(({ startTime }) => startTime.getTime());
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts[0]).toBeGreaterThan(now.getTime() - 28 * 86_400_000);
  });

  it('end after their start and before now', () => {
    for (const { executionTime, startTime, endTime, lastIngest } of jobs) {
      expect(startTime.getTime()).toBeGreaterThan(executionTime.getTime());
      expect(endTime.getTime()).toBeGreaterThan(startTime.getTime());
      expect((lastIngest ?? endTime).getTime()).toBeLessThan(now.getTime());
    }
  });

  it('have every final status', () => {
    const statuses = ['ingesting', 'analyzing', 'complete', 'partially_complete', 'failed', 'canceled', 'timed_out'];
    expect(statuses.map((status) => jobs.filter((job) => job.status === status).length)).toEqual([
      0, 0, 49, 4, 3, 2, 2,
    ]);
  });

  it('refer to clients, units and domains that exist', () => {
    const clients = new Set(demoClients(estate).map(({ key }) => key));
    expect(jobs.filter(({ client }) => !clients.has(client))).toEqual([]);
    expect(jobs.flatMap(({ ous, domains }) => [...ous, ...domains]).filter((id) => !scopes.has(id))).toEqual([]);
  });

  it('count at most the present objects of the domain', () => {
    const results = jobs.filter(({ event }) => event === 'nightly').flatMap(({ domainResults }) => domainResults);
    const own = results.filter(({ success }) => success).map(({ counts }) => counts.user_count);
    expect(Math.max(...own)).toBe(2_003);
    expect(Math.min(...own)).toBeGreaterThan(1_950);
  });

  it('have a failed domain if they are partially complete or failed, and no result if they were canceled or timed out', () => {
    for (const { status, domainResults } of jobs) {
      const failures = domainResults.filter(({ success }) => !success).length;
      expect(failures).toBe(status === 'partially_complete' || status === 'failed' ? 1 : 0);
      expect(domainResults.length === 0).toBe(status === 'canceled' || status === 'timed_out');
    }
  });
});

describe('the custom node kinds of the demo', () => {
  it('are the kinds of the OpenGraph file, each with a colour as the service stores it', () => {
    const { graph } = parsed(estate.codeHosting()) as { graph: { nodes: { kinds: string[] }[] } };
    const kinds = new Set(graph.nodes.flatMap((node) => node.kinds));
    expect(new Set(Object.keys(DEMO_NODE_KINDS))).toEqual(kinds);
    for (const { color } of Object.values(DEMO_NODE_KINDS)) expect(color).toMatch(/^#[0-9A-F]{6}$/u);
  });
});

describe('the asset groups of the demo', () => {
  it('select existing objects by their names', () => {
    const groups = demoAssetGroups(estate);
    expect(groups.map(({ name, tag, systemGroupId }) => [name, tag, systemGroupId])).toEqual([
      ['Admin Tier Zero', 'admin_tier_0', 1],
      ['Crown jewels', 'crown_jewels', undefined],
      ['Owned', 'owned', 2],
    ]);
    const selectors = groups.flatMap((group) => group.selectors);
    expect(selectors.filter(({ objectId }) => !objectIds.has(objectId))).toEqual([]);
    expect(groups.map((group) => group.selectors.length)).toEqual([2, 7, 3]);
  });
});
