import type { INestApplicationContext } from '@nestjs/common';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { GraphBatch } from '../../src/graph/writer/batch/graph-batch.js';
import { GraphWriter } from '../../src/graph/writer/graph-writer.js';
import type { KnownEndpoint, Properties } from '../../src/graph/records.js';
import { format, print } from '../measure.js';

const principals = 100_000;
const groups = 2_000;
const authorities = 40;
const templates = 500;

const domain = 'S-1-5-21-1-1-1';

/**
 * Writes an estate in which every authority publishes every template, and in which groups that overlap may enroll, and measures an
 * analysis of it.
 */
export async function reportCertificates(app: INestApplicationContext): Promise<void> {
  const batch = new GraphBatch();
  const node = (objectid: string, kind: string, properties: Properties = {}) => {
    batch.node({ objectid, kinds: [kind, 'Base'], properties: { domainsid: domain, ...properties }, described: true });
  };
  const edge = (source: string, kind: string, target: string) => {
    batch.link(known(source), kind, known(target));
  };
  node(domain, 'Domain');
  node('ROOT', 'RootCA', { certthumbprint: 'ROOT', certchain: ['ROOT'] });
  const names = Array.from({ length: authorities }, (_, index) => `CA${index}`);
  node('STORE', 'NTAuthStore', { certthumbprints: names });
  edge('ROOT', 'RootCAFor', domain);
  edge('STORE', 'NTAuthStoreFor', domain);
  for (let at = 0; at < groups; at++) node(`G${at}`, 'Group');
  for (let at = 0; at < principals; at++) {
    node(`P${at}`, at % 3 === 0 ? 'Computer' : 'User', { enabled: true });
    for (const step of [1, 7, 31]) edge(`P${at}`, 'MemberOf', `G${(at * step) % groups}`);
  }
  for (const [index, name] of names.entries()) {
    node(name, 'EnterpriseCA', {
      certthumbprint: name,
      certchain: [name, 'ROOT'],
      enrollmentagentrestrictionscollected: true,
      hasenrollmentagentrestrictions: false,
      isuserspecifiessanenabledcollected: true,
      isuserspecifiessanenabled: index % 2 === 0,
      hasvulnerableendpoint: true,
    });
    edge(`P${index * 3}`, 'HostsCAService', name);
    for (let at = 0; at < 5; at++) edge(`G${(index * 13 + at) % groups}`, 'Enroll', name);
  }
  for (let index = 0; index < templates; index++) {
    const name = `T${index}`;
    node(name, 'CertTemplate', templateProperties(index));
    for (const authority of names) edge(name, 'PublishedTo', authority);
    for (let at = 0; at < 5; at++) edge(`G${(index * 17 + at * 3) % groups}`, 'Enroll', name);
    edge(`P${index}`, 'GenericAll', name);
  }
  batch.endOfRecord();
  await app.get(GraphWriter).payload().write(batch);
  const start = performance.now();
  const { edges } = await app.get(AnalysisService).run();
  const seconds = (performance.now() - start) / 1000;
  const created = edges.reduce((sum, kind) => sum + kind.created, 0);
  print(
    `${authorities} authorities publish ${templates} templates to ${format(principals)} principals: analysed in ` +
      `${seconds.toFixed(1)} s, ${format(created)} edges derived`,
  );
}

function known(objectid: string): KnownEndpoint {
  return { objectid, kinds: ['Base'] };
}

/** Each condition of an escalation holds for half of the templates. */
function templateProperties(index: number): Properties {
  const bit = (at: number) => ((index >> at) & 1) === 1;
  return {
    requiresmanagerapproval: bit(0),
    authenticationenabled: bit(1),
    schannelauthenticationenabled: bit(1),
    enrolleesuppliessubject: bit(2),
    nosecurityextension: bit(3),
    subjectaltrequireupn: bit(4),
    subjectaltrequirespn: false,
    subjectaltrequiredns: bit(5),
    subjectaltrequiredomaindns: false,
    schemaversion: bit(6) ? 1 : 2,
    authorizedsignatures: bit(7) ? 1 : 0,
    effectiveekus: index % 16 === 0 ? ['1.3.6.1.4.1.311.20.2.1'] : ['1.3.6.1.5.5.7.3.2'],
    applicationpolicies: bit(7) ? ['1.3.6.1.4.1.311.20.2.1'] : [],
  };
}
