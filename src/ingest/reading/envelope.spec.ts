import { describe, expect, it } from '@jest/globals';
import { readEnvelope } from './envelope.js';
import { bufferSource } from './payload-source.js';
import { defaultReadLimits } from './read-limits.fixture.js';

const envelope = (text: string) => readEnvelope(bufferSource('x.json', Buffer.from(text)), defaultReadLimits);

describe('readEnvelope', () => {
  it('reads meta before data and looks no further', async () => {
    expect(await envelope('{"meta":{"type":"Users","version":5,"methods":0,"count":7},"data":[ broken')).toEqual({
      layout: 'classic',
      type: 'users',
      version: 5,
      methods: 0,
    });
  });

  it('reads meta after data without looking into it', async () => {
    expect(await envelope('{"data":[{"meta":{"type":"no"}},nonsense],"meta":{"type":"azure"}}')).toEqual({
      layout: 'classic',
      type: 'azure',
      version: null,
      methods: null,
    });
  });

  it.each([
    ['{"graph":{"nodes":[]},"metadata":{"source_kind":"ACME"}}', 'ACME'],
    ['{"metadata":{"source_kind":"ACME"},"graph":{}}', 'ACME'],
    ['{"$schema":"x","graph":{}}', null],
    ['{"metadata":{"source_kind":null},"graph":{}}', null],
    ['{"metadata":null,"graph":{}}', null],
  ])('knows OpenGraph by its graph: %s', async (text, sourceKind) => {
    expect(await envelope(text)).toEqual({ layout: 'opengraph', sourceKind });
  });

  it.each([
    ['{"graph":{},"data":[]}', 'has both "data" and "graph"; a file is either a collector\'s or an OpenGraph payload'],
    [
      '{"meta":null,"graph":{}}',
      'has both "meta" and "graph"; a file is either a collector\'s or an OpenGraph payload',
    ],
    ['{"data":[]}', 'has no valid "meta": expected an object whose "type" names what the records are'],
    ['{"data":[],"meta":[]}', 'has no valid "meta": expected an object whose "type" names what the records are'],
    [
      '{"data":[],"meta":{"type":7}}',
      'has no valid "meta": expected an object whose "type" names what the records are',
    ],
    ['{"name":"package"}', 'has neither "data" and "meta" nor "graph"; it is no collector file'],
    ['{"graph":[]}', 'graph: expected an object with "nodes" and "edges"'],
    ['{"graph":{},"metadata":[]}', 'metadata: expected an object'],
    [
      '{"graph":{},"metadata":{"source_kind":7}}',
      'metadata.source_kind: expected a text of 1 to 256 characters that is not Tag or Tag_..., or null',
    ],
    [
      '{"graph":{},"metadata":{"source_kind":"Tag_x"}}',
      'metadata.source_kind: expected a text of 1 to 256 characters that is not Tag or Tag_..., or null',
    ],
    [
      '{"meta":{"type":5},"data":[]}',
      'has no valid "meta": expected an object whose "type" names what the records are',
    ],
    ['{"data":[],"meta":{"type":"users"', 'ends too early, at byte 33, at the top level'],
  ])('refuses %s', async (text, reason) => {
    await expect(envelope(text)).rejects.toThrow(reason);
  });
});
