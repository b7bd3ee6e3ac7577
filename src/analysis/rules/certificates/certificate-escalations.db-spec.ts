import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestCompositions } from '../../compositions/compositions.fixture.js';
import { type Attack, attacks, recordsOf } from '../attacks.fixture.js';

/** The attack of a kind with other nodes and edges, without its edge of enrollment that starts with `without`. */
function changed(kind: string, nodes: Attack['nodes'], edges: readonly string[], without = 'U '): Attack {
  const attack = attacks.find((it) => it.edge.includes(` ${kind} `))!;
  return {
    ...attack,
    nodes: { ...attack.nodes, ...nodes },
    edges: [...attack.edges.filter((line) => !line.startsWith(without)), ...edges],
  };
}

function granted(name: string, rights: readonly string[]): string[] {
  return [`${name} Enroll CA`, ...rights.map((right) => `${name} ${right} T`)];
}

describe('escalations by certificates', () => {
  let compositions: TestCompositions;

  beforeAll(async () => {
    compositions = await TestCompositions.open();
  });
  beforeEach(() => compositions.clear());
  afterAll(() => compositions.close());

  /** @returns the starts of the edges of a kind, and the ends if they differ from `D` */
  async function starts(
    kind: string,
    ...changes: [nodes: Attack['nodes'], edges: readonly string[], without?: string]
  ) {
    const derived = await compositions.derive(...recordsOf(changed(kind, ...changes), ''));
    return derived
      .map((line) => line.split(' '))
      .filter(([, its]) => its === kind)
      .map(([start, , end]) => (end === 'D' ? start : `${start} ${end}`));
  }

  const people = { U: ['User'], V: ['User'], G: ['Group'], H: ['Group'] } as const;
  const everybody = { 'D-S-1-5-11': ['Group'], 'D-S-1-1-0': ['Group'] } as const;

  it('start at a group that has all rights, not at its members', async () => {
    const edges = ['G Enroll T', 'G Enroll CA', 'U MemberOf G'];
    expect(await starts('ADCSESC1', people, edges)).toEqual(['G']);
  });

  it('start at the members of groups that have the rights together', async () => {
    const edges = ['G GenericAll T', 'H Enroll CA', 'U MemberOf G', 'U MemberOf H', 'V MemberOf H'];
    expect(await starts('ADCSESC1', people, edges)).toEqual(['U']);
    expect(await compositions.explain('U ADCSESC1 D')).toEqual(
      expect.arrayContaining(['G GenericAll T', 'H Enroll CA', 'U MemberOf G', 'U MemberOf H']),
    );
  });

  it('do not ask for a right that everybody has', async () => {
    const nodes = { ...people, ...everybody };
    expect(await starts('ADCSESC1', nodes, ['G Enroll T', 'D-S-1-5-11 Enroll CA', 'U MemberOf G'])).toEqual(['G']);
    expect(await compositions.explain('G ADCSESC1 D')).toEqual(
      expect.arrayContaining(['D-S-1-5-11 Enroll CA', 'G Enroll T']),
    );
  });

  it('start at all holders if everybody has all rights', async () => {
    const nodes = { ...people, ...everybody };
    const edges = ['D-S-1-1-0 Enroll T', 'H Enroll CA', 'D-S-1-5-11 MemberOf H', 'U Enroll CA'];
    expect(await starts('ADCSESC1', nodes, edges)).toEqual(['D-S-1-1-0', 'H', 'U']);
  });

  it('accept a template of version 1 whether it demands signatures or not', async () => {
    const [, template] = changed('ADCSESC1', {}, []).nodes['T']!;
    const nodes = { T: ['CertTemplate', { ...template, schemaversion: 1, authorizedsignatures: 1 }] } as const;
    expect(await starts('ADCSESC1', nodes, ['U Enroll T', 'U Enroll CA'])).toEqual(['U']);
  });

  it.each([
    ['ADCSESC6a', 'U', ['Q', 'S']],
    ['ADCSESC3', 'U', ['Q', 'S']],
  ])('%s leaves users out if the template names DNS, but not managed service accounts', async (kind, _, expected) => {
    const attack = changed(kind, {}, []);
    const named = kind === 'ADCSESC3' ? 'A' : 'T';
    const [type, properties] = attack.nodes[named]!;
    const nodes = {
      [named]: [type, { ...properties, subjectaltrequiredns: true }],
      Q: ['Computer'],
      S: ['User', { gmsa: true }],
    } as const;
    const edges = ['U', 'Q', 'S'].flatMap((it) => ['T', 'A', 'CA'].map((node) => `${it} Enroll ${node}`));
    expect(
      await starts(
        kind,
        nodes,
        edges.filter((line) => Object.hasOwn({ ...attack.nodes, ...nodes }, line.split(' ')[2]!)),
      ),
    ).toEqual(expected);
  });

  it('leave out computers of another forest than the authority', async () => {
    const nodes = {
      CA: ['EnterpriseCA', { ...changed('ADCSESC1', {}, []).nodes['CA']![1], domainsid: 'D' }],
      E: ['Domain', { domainsid: 'E' }],
      F: ['Domain', { domainsid: 'F' }],
      OWN: ['Computer'],
      NEAR: ['Computer', { domainsid: 'E' }],
      FAR: ['Computer', { domainsid: 'F' }],
    } as const;
    const edges = ['OWN', 'NEAR', 'FAR'].flatMap((it) => [`${it} Enroll T`, `${it} Enroll CA`]);
    const trusts = ['D SameForestTrust E', 'D CrossForestTrust F', 'F CrossForestTrust D'];
    expect(await starts('ADCSESC1', nodes, [...edges, ...trusts])).toEqual(['NEAR', 'OWN']);
  });

  it.each([
    ['GenericWrite', {}, ['GenericWrite', 'Enroll']],
    [
      'both flags',
      { authenticationenabled: true, requiresmanagerapproval: true },
      ['AllExtendedRights', 'WritePKINameFlag', 'WritePKIEnrollmentFlag'],
    ],
    [
      'the flag of enrollment, if requests name the subject',
      { authenticationenabled: true, enrolleesuppliessubject: true, requiresmanagerapproval: true },
      ['Enroll', 'WritePKIEnrollmentFlag'],
    ],
    ['the flag of names without approval', { authenticationenabled: true }, ['Enroll', 'WritePKINameFlag']],
  ])('need for ADCSESC4 by %s all of its rights', async (_, properties, rights) => {
    const [kind, its] = changed('ADCSESC4', {}, []).nodes['T']!;
    const partial = rights.map((right, index) => [`U${index}`, rights.filter((it) => it !== right)] as const);
    const nodes = {
      T: [kind, { ...its, ...properties }],
      ...Object.fromEntries(partial.map(([name]) => [name, ['User']] as const)),
    } as const;
    const edges = [...granted('U', rights), ...partial.flatMap(([name, some]) => granted(name, some))];
    expect(await starts('ADCSESC4', nodes, edges)).toEqual(['U']);
  });

  it('attack members of groups that may enroll, by any control over them', async () => {
    const edges = ['V MemberOf G', 'G Enroll T', 'D-S-1-5-11 Enroll CA', 'G MemberOf H', 'U OwnsRaw V', 'U Owns G'];
    const nodes = { ...people, ...everybody };
    const attack = await starts('ADCSESC9a', nodes, edges, 'V Enroll');
    expect(attack).toEqual(['U']);
    expect(await compositions.explain('U ADCSESC9a D')).toEqual(
      expect.arrayContaining(['D-S-1-5-11 Enroll CA', 'G Enroll T', 'U GenericWrite V', 'U Owns V', 'V MemberOf G']),
    );
  });

  it('attack computers only, if the template names DNS', async () => {
    expect(await starts('ADCSESC9b', { V: ['User'] }, [])).toEqual([]);
  });

  it('find the mapping of certificates at a domain controller of a domain that trusts the domain', async () => {
    const nodes = { E: ['Domain', { domainsid: 'E' }] } as const;
    expect(await starts('ADCSESC6b', nodes, ['DC DCFor E'], 'DC ')).toEqual([]);
    expect(await starts('ADCSESC6b', nodes, ['DC DCFor E', 'E SameForestTrust D'], 'DC ')).toEqual(['U']);
    expect(await compositions.explain('U ADCSESC6b D')).toEqual(
      expect.arrayContaining(['DC DCFor E', 'E SameForestTrust D']),
    );
  });

  it.each([
    [[], true],
    [['1.3.6.1.5.5.7.3.2'], true],
    [['2.5.29.37.0'], true],
    [['1.3.6.1.5.5.7.3.1'], false],
  ])('take purposes %j for Schannel if older collectors do not state it: %s', async (effectiveekus, works) => {
    const [kind, { schannelauthenticationenabled: _, ...its } = {}] = changed('ADCSESC6b', {}, []).nodes['T']!;
    const nodes = { T: [kind, { ...its, effectiveekus }] } as const;
    expect(await starts('ADCSESC6b', nodes, ['U Enroll T', 'U Enroll CA'])).toEqual(works ? ['U'] : []);
  });

  it('take a property that is null for one that is not stated', async () => {
    const attack = changed('ADCSESC6b', {}, ['U Enroll T', 'U Enroll CA']);
    const [kind, its] = attack.nodes['T']!;
    const nodes = { ...attack.nodes, T: [kind, { ...its, effectiveekus: [] }] } as const;
    await compositions.load(...recordsOf({ ...attack, nodes }, ''));
    await compositions.test.database.query(
      `UPDATE node SET props = jsonb_set(props, '{schannelauthenticationenabled}', 'null') WHERE objectid = 'T'`,
    );
    await compositions.run();
    expect(await compositions.derived()).toContain('U ADCSESC6b D');
  });

  it('end at groups of the forest of the domain only', async () => {
    const nodes = { G: ['Group', { domainsid: 'E' }], E: ['Domain', { domainsid: 'E' }] } as const;
    expect(await starts('ADCSESC13', nodes, [], '-')).toEqual([]);
    expect(await starts('ADCSESC13', nodes, ['D SameForestTrust E'], '-')).toEqual(['U G']);
    expect(await compositions.explain('U ADCSESC13 G')).toContain('D SameForestTrust E');
  });

  it('need a delegation as enrollment agent if the authority restricts agents', async () => {
    const [kind, properties] = changed('ADCSESC3', {}, []).nodes['CA']!;
    const nodes = { CA: [kind, { ...properties, hasenrollmentagentrestrictions: true }] } as const;
    expect(await starts('ADCSESC3', nodes, [], '-')).toEqual([]);
    expect(await starts('ADCSESC3', nodes, ['U DelegatedEnrollmentAgent T'], '-')).toEqual(['U']);
    expect(await compositions.explain('U ADCSESC3 D')).toContain('U DelegatedEnrollmentAgent T');
  });

  it('enroll on behalf of others in a template of version 1 without restricted purposes', async () => {
    const attack = changed('EnrollOnBehalfOf', {}, []);
    const [kind, properties] = attack.nodes['A']!;
    const nodes = {
      A: [kind, { ...properties, effectiveekus: [] }],
      T: ['CertTemplate', { schemaversion: 1, effectiveekus: ['2.5.29.37.0'] }],
    } as const;
    expect(await starts('EnrollOnBehalfOf', nodes, [], '-')).toEqual(['A T', 'T T']);
  });
});
