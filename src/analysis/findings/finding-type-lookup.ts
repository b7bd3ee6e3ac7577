import { Injectable } from '@nestjs/common';
import { currentVisibility } from '../../base/scope/request-scope.js';
import { Database } from '../../database/database.js';
import { readExtensions } from '../../graph/extensions/read-extensions.js';
import { type FindingType, findingTypes } from './finding-types.js';

type FindingTypes = ReadonlyMap<string, FindingType>;

/** FROM clause: the types of findings of extensions. */
export const extensionFindings = `extension, jsonb_to_recordset(model -> 'findings') AS own (name text, title text, platform text)`;

/** The types of findings of the service and of its extensions. */
@Injectable()
export class FindingTypeLookup {
  constructor(private readonly database: Database) {}

  /**
   * By name, in the order of names. No extension has a name of the service. A caller who sees a part of the graph gets no type of an extension
   * that only other parts have.
   */
  async all(): Promise<FindingTypes> {
    const extensions = await readExtensions(this.database);
    const shown = currentVisibility() ? await this.present() : null;
    const own = extensions.flatMap(({ model }) =>
      model.findings
        .filter(({ name }) => shown?.has(name) ?? true)
        .map((it) => [it.name, { ...it, kind: 'relationship', edgeKind: it.kind }] as const),
    );
    if (own.length === 0) return findingTypes;
    return new Map<string, FindingType>([...own, ...findingTypes].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  private async present(): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ finding: string }>('SELECT DISTINCT finding FROM finding');
    return new Set(rows.map(({ finding }) => finding));
  }
}
