import { describe, expect, it } from '@jest/globals';
import type { NodeRecord } from '../../../graph/records.js';
import { formatOf } from '../../payloads/payload-format.js';
import { PayloadTally } from '../../payloads/payload-tally.js';
import { scanJson } from '../../reading/json-scan.js';
import { defaultReadLimits } from '../../reading/read-limits.fixture.js';
import { convertRecord } from '../../payloads/record-conversion.js';
import { GraphBatch } from '../../../graph/writer/batch/graph-batch.js';
import { azureFile, cluster, smallTenant, subscription, tenantId, user } from './small-tenant.fixture.js';

function countBy(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) {
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

describe('the records of a small tenant', () => {
  const nodes = new Map<string, Set<string>>();
  const properties = new Map<string, NodeRecord['properties']>();
  const edges: { readonly kind: string; readonly ends: readonly string[]; readonly details: object }[] = [];
  const tally = new PayloadTally('azure.json');

  const see = (objectid: string, kinds: readonly string[]) =>
    nodes.set(objectid, new Set([...(nodes.get(objectid) ?? []), ...kinds]));

  const convert = async () => {
    const batch = new GraphBatch();
    const format = formatOf({ layout: 'classic', type: 'azure', version: 5, methods: null });
    const pieces = scanJson(azureFile(smallTenant).open(), format.wanted, defaultReadLimits.maxRecordBytes);
    for await (const ofChunk of pieces)
      for (const piece of ofChunk) {
        if (piece.piece !== 'value' || piece.index === null) continue;
        const { path: list, index, raw } = piece;
        convertRecord({ list, index, raw, digest: null }, format, defaultReadLimits, batch, tally);
      }
    const { objectids, kindLists, mentions, records } = batch;
    const idOf = (object = -1) => objectids[object] ?? '';
    for (const { object, kinds, properties: given } of records.flatMap((record) => record.nodes)) {
      see(idOf(object), kindLists[kinds] ?? []);
      properties.set(idOf(object), { ...properties.get(idOf(object)), ...given });
    }
    for (let at = 0; at < mentions.object.length; at++)
      see(idOf(mentions.object.at(at)), kindLists[mentions.kinds.at(at)] ?? []);
    for (let edge = 0; edge < batch.edges.kind.length; edge++) {
      const owner = batch.lists.owner.at(batch.edges.list.at(edge));
      const details = batch.edges.details.get(edge) ?? {};
      const ends = [idOf(owner), idOf(batch.edges.peer.at(edge))];
      edges.push({ kind: batch.kinds.nameOf(batch.edges.kind.at(edge)), ends, details });
    }
  };

  it('become 18 nodes and 28 edges', async () => {
    await convert();
    expect(tally).toMatchObject({ records: 24, faultCount: 0 });
    expect(nodes.size).toBe(18);
    expect(
      countBy([...nodes.values()].map((kinds) => [...kinds].filter((kind) => kind !== 'AZBase').join('+'))),
    ).toEqual({
      AZTenant: 1,
      AZUser: 1,
      AZGroup: 1,
      AZApp: 1,
      AZServicePrincipal: 4,
      AZDevice: 1,
      AZRole: 1,
      AZManagementGroup: 1,
      AZSubscription: 1,
      AZResourceGroup: 2,
      AZKeyVault: 1,
      AZVM: 1,
      AZLogicApp: 1,
      AZManagedCluster: 1,
    });
    expect(new Set(edges.map((edge) => JSON.stringify(edge))).size).toBe(28);
    expect(countBy(edges.map(({ kind }) => kind))).toEqual({
      AZContains: 14,
      AZMemberOf: 1,
      AZOwns: 1,
      AZOwnsRaw: 1,
      AZRunsAs: 1,
      AZMGApplication_ReadWrite_All: 1,
      AZHasRole: 1,
      AZOwner: 1,
      AZGetKeys: 1,
      AZGetSecrets: 1,
      AZManagedIdentity: 2,
      AZVMContributor: 1,
      AZLogicAppContributor: 1,
      AZNodeResourceGroup: 1,
    });
    expect(edges.find(({ kind }) => kind === 'AZHasRole')?.details).toEqual({ scope: tenantId.toUpperCase() });
  });

  it('carry the properties of what they describe', () => {
    expect(properties.get(user.toUpperCase())).toEqual({
      name: 'ADA@BIRCHWOOD.EXAMPLE',
      displayname: 'ADA HILL',
      tenantid: tenantId.toUpperCase(),
      enabled: true,
      whencreated: '2024-02-03T04:05:06Z',
      title: 'Clerk',
      email: 'ada@birchwood.example',
      onpremid: 'S-1-5-21-1-2-3-1101',
      onpremsyncenabled: true,
      userprincipalname: 'ada@birchwood.example',
      usertype: 'Member',
    });
    expect(properties.get(cluster.toUpperCase())).toEqual({
      name: 'K1',
      tenantid: tenantId.toUpperCase(),
      noderesourcegroupid: `${subscription}/resourceGroups/MC_rg1`.toUpperCase(),
    });
  });
});
