import { Injectable } from '@nestjs/common';
import { closestNames } from '../../base/values/closest-names.js';
import { knownProperties } from '../conditions/known-properties.js';
import { PropertyLookup } from '../conditions/property-lookup.js';
import { computedKeys } from '../cypher/data/query-graph.js';
import { namedProperties } from '../cypher/syntax/named-properties.js';
import type { Query } from '../cypher/syntax/tree.js';
import { propertyFlags } from '../store/edge-flag.js';

/** A key that nothing has costs a scan. */
const mostLookedUp = 8;

const mostSuggested = 3;
const farthestSuggested = 2;

const ofEdges = [...propertyFlags.keys(), 'lastseen'];
const ofNodes = [...knownProperties.keys(), ...computedKeys];

/** Notes on properties of a query that are always null. */
@Injectable()
export class PropertyNotes {
  constructor(private readonly properties: PropertyLookup) {}

  async on(query: Query): Promise<string[]> {
    const { nodes, edges } = namedProperties(query);
    const unknown = [
      ...[...nodes].filter((key) => !ofNodes.includes(key)).map((key) => ({ key, of: 'nodes' as const })),
      ...[...edges].filter((key) => !ofEdges.includes(key)).map((key) => ({ key, of: 'edges' as const })),
    ];
    const notes = await Promise.all(unknown.slice(0, mostLookedUp).map(({ key, of }) => this.noteOn(key, of)));
    return notes.filter((note) => note !== null);
  }

  private async noteOn(key: string, of: 'nodes' | 'edges'): Promise<string | null> {
    if (await this.properties.exists(key, of)) return null;
    const lower = key.toLowerCase();
    const near = closestNames(key, of === 'nodes' ? ofNodes : ofEdges, mostSuggested, farthestSuggested);
    const isOtherCase = near.length === 0 && lower !== key && (await this.properties.exists(lower, of));
    const suggested = isOtherCase ? [lower] : near;
    const hint = suggested.length === 0 ? '' : `; did you mean ${suggested.join(' or ')}?`;
    return `no ${of === 'nodes' ? 'node' : 'relationship'} has the property ${key}${hint}`;
  }
}
