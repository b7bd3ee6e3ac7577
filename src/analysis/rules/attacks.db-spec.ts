import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestCompositions } from '../compositions/compositions.fixture.js';
import { attacks, prefixed, recordsOf, variantsOf } from './attacks.fixture.js';

describe('a derived edge', () => {
  let compositions: TestCompositions;

  beforeAll(async () => {
    compositions = await TestCompositions.open();
  });
  beforeEach(() => compositions.clear());
  afterAll(() => compositions.close());

  it.each(attacks.map((attack) => [attack.edge, attack] as const))(
    '%s follows only if each condition holds',
    async (line, attack) => {
      const variants = variantsOf(attack);
      const names = variants.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      await compositions.load(
        ...recordsOf(attack, 'WHOLE:'),
        ...variants.flatMap((variant) => recordsOf(variant.attack, `${variant.name}:`)),
      );
      await compositions.run({ RULES: 'all' });
      const derived = await compositions.derived();
      expect(names.filter((name) => derived.includes(prefixed(`${name}:`, line)))).toEqual([]);
      expect(derived).toContain(prefixed('WHOLE:', line));
      const proof = [...attack.edges, ...attack.derived].map((it) => prefixed('WHOLE:', it)).toSorted();
      expect(await compositions.explain(prefixed('WHOLE:', line))).toEqual(
        proof.length > 0 ? proof : [prefixed('WHOLE:', line)],
      );
    },
  );

  it('that a property prevents is counted by rule and property', async () => {
    const [attack] = attacks;
    const variants = variantsOf(attack!).filter(({ name }) => name.endsWith('undefined'));
    const { skipped } = await compositions.reportOf(...variants.flatMap((it) => recordsOf(it.attack, `${it.name}:`)));
    expect(skipped.filter(({ kind }) => kind === 'ADCSESC1')).toEqual(
      [
        'authenticationenabled',
        'authorizedsignatures',
        'enabled',
        'enrolleesuppliessubject',
        'requiresmanagerapproval',
      ].map((property) => ({ kind: 'ADCSESC1', property, objects: 1 })),
    );
  });
});
