import { describe, expect, it } from '@jest/globals';
import { isEdgeKind, kindDefinitions } from '../kind-definitions.js';
import { descriptionOf, kindDescriptions, kindFamilies } from './kind-descriptions.js';

const descriptions = Object.entries(kindDescriptions);
const texts = ['rule', 'meaning', 'danger', 'detection', 'remediation'] as const;

const givesNone = /^The edge (?:gives no control by itself|says where)|^A template is harmless/;

/** The kinds for which `isWrong` holds. */
function wrong(isWrong: (description: (typeof descriptions)[number][1], name: string) => boolean): string[] {
  return descriptions.flatMap(([name, description]) => (isWrong(description, name) ? [name] : []));
}

describe('the descriptions of kinds', () => {
  it('cover all kinds of edges, each in one family', () => {
    const inFamilies = Object.values(kindFamilies).flatMap((family) => Object.keys(family));
    const edgeKinds = kindDefinitions.filter(({ id }) => isEdgeKind(id)).map(({ name }) => name);
    expect(inFamilies.toSorted()).toEqual(edgeKinds.toSorted());
    expect(descriptions.map(([name]) => name)).toEqual(inFamilies);
    expect(descriptionOf('User')).toBeUndefined();
  });

  it('have a sentence that begins with a verb in lower case and ends without a stop', () => {
    expect(wrong(({ sentence }) => !/^(?:[a-z]+s|may|can)(?:,? .*)?(?<![.\s])$/.test(sentence))).toEqual([]);
  });

  it.each(texts)('have a %s of whole sentences', (field) => {
    expect(wrong((it) => !/^[A-Z].*[^.\s]\.$/.test(it[field]) || /\s{2}|\.\./.test(it[field]))).toEqual([]);
  });

  it.each(['sentence', 'rule', 'meaning', 'danger'] as const)('have a %s of their own', (field) => {
    const seen = new Set<string>();
    expect(wrong((it) => seen.size === seen.add(it[field]).size)).toEqual([]);
  });

  it('say of kinds that give no control that they give none, and of no other', () => {
    expect(wrong(({ traversable, danger }) => traversable === givesNone.test(danger))).toEqual([]);
  });

  it('have references to secure addresses, each once', () => {
    expect(
      wrong(
        ({ references }) =>
          references.length === 0 ||
          new Set(references).size < references.length ||
          references.some((it) => !/^https:\/\/[\w.-]+\/\S+$/.test(it) || !URL.canParse(it)),
      ),
    ).toEqual([]);
  });

  it('have examples whose edges touch the derived edge, and are of other kinds', () => {
    const apart = wrong(({ example }) => {
      const nodes = new Set(example?.edges.flatMap(([start, , end]) => [start, end]));
      return example !== undefined && !example.derived.some((it) => nodes.has(it));
    });
    expect(apart).toEqual([]);
    expect(wrong(({ example }, name) => example?.edges.some(([, kind]) => kind === name) ?? false)).toEqual([]);
  });
});
