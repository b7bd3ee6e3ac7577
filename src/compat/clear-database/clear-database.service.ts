import { Injectable } from '@nestjs/common';
import { DataQualityRunRepository } from '../../analysis/data-quality/data-quality-run.repository.js';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { KindNames } from '../../graph/store/kind-names.js';
import type { GraphCriteria } from '../../graph/writer/removal/selection.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { SelectorsService } from '../../modules/asset-groups/selectors.service.js';
import { GraphDeletionService } from '../../modules/graph-deletion/graph-deletion.service.js';
import type { ClearDatabaseRequest } from './clear-database.dto.js';

/** Sources by their numbers in the reference product. */
const sources = {
  0: { name: 'Sourceless', nodes: { isSourceless: true } },
  1: { name: 'Base', nodes: { source: Kind.Base } },
  2: { name: 'AZBase', nodes: { source: Kind.AZBase } },
} as const;

export const sourceKinds = Object.entries(sources).map(([id, { name }]) => ({ id: Number(id), name }));

const parts = [
  'deleteCollectedGraphData',
  'deleteSourceKinds',
  'deleteRelationships',
  'deleteFileIngestHistory',
  'deleteDataQualityHistory',
  'deleteAssetGroupSelectors',
] as const;

/** Deletes the graph or parts of it, histories, and selectors of asset groups. */
@Injectable()
export class ClearDatabaseService {
  constructor(
    private readonly graph: GraphDeletionService,
    private readonly kinds: KindNames,
    private readonly selectors: SelectorsService,
    private readonly uploads: Uploads,
    private readonly dataQuality: DataQualityRunRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Validates the whole request first. Each part has its own transaction, so that a second call completes a failed one.
   * @param by name of the caller
   * @throws InvalidInputError
   */
  async clear(request: ClearDatabaseRequest, by: string): Promise<void> {
    const relationships = request.deleteRelationships ?? [];
    await this.validate(request, relationships);
    if (request.deleteCollectedGraphData) await this.graph.remove({ all: true }, by, () => Promise.resolve({}));
    for (const source of new Set(request.deleteSourceKinds)) {
      await this.graph.remove({ source_kind: source }, by, () => Promise.resolve(sources[source].nodes));
    }
    // Numbers of kinds may have been freed by the parts before.
    if (relationships.length > 0) await this.graph.remove({ relationships }, by, () => this.edgeKindsOf(relationships));
    if (request.deleteFileIngestHistory) {
      await this.deleteHistory('uploads', (note) => this.uploads.deleteHistory((tx) => note(tx)));
    }
    if (request.deleteDataQualityHistory) {
      await this.deleteHistory('data quality', (note) => this.dataQuality.deleteAll((tx) => note(tx)));
    }
    for (const id of new Set(request.deleteAssetGroupSelectors)) await this.selectors.clear(id);
  }

  private async validate(request: ClearDatabaseRequest, relationships: readonly string[]): Promise<void> {
    if (!parts.some((part) => isGiven(request[part]))) {
      throw InvalidInputError.at(
        'body.missing_property',
        'body',
        `deletes nothing; it takes at least one of ${parts.join(', ')}`,
      );
    }
    const { deleteCollectedGraphData, deleteSourceKinds } = request;
    const faults: Fault[] = [];
    if (deleteCollectedGraphData && deleteSourceKinds?.length) faults.push(excludes('deleteSourceKinds'));
    if (deleteCollectedGraphData && relationships.length > 0) faults.push(excludes('deleteRelationships'));
    const { known } = relationships.length > 0 ? await this.edgeKinds() : { known: new Map<string, number>() };
    for (const [index, name] of relationships.entries()) {
      if (known.has(name)) continue;
      const context = `body.deleteRelationships.${index}`;
      faults.push({
        code: 'reference.not_found',
        context,
        message: `there is no relationship ${JSON.stringify(name)}`,
      });
    }
    if (faults.length > 0) throw new InvalidInputError(faults);
  }

  private async edgeKindsOf(relationships: readonly string[]): Promise<GraphCriteria> {
    const { known, kindsVersion } = await this.edgeKinds();
    return { edgeKinds: relationships.flatMap((name) => known.get(name) ?? []), kindsVersion };
  }

  private async edgeKinds(): Promise<{ known: ReadonlyMap<string, number>; kindsVersion: number }> {
    const { kinds, version } = await this.kinds.list();
    const known = new Map(kinds.flatMap(({ isOfEdges, name, id }) => (isOfEdges ? [[name, id] as const] : [])));
    return { known, kindsVersion: version };
  }

  private deleteHistory(
    history: 'uploads' | 'data quality',
    deletion: (note: AuditNote) => Promise<void>,
  ): Promise<void> {
    const entry = { action: 'history.delete', resource: 'clear-database', details: { history } } as const;
    return this.audit.audited(entry, deletion);
  }
}

function isGiven(part: boolean | readonly unknown[] | null | undefined): boolean {
  return Array.isArray(part) ? part.length > 0 : part === true;
}

function excludes(name: string): Fault {
  return {
    code: 'body.conflicting_properties',
    context: `body.${name}`,
    message: 'cannot be combined with deleteCollectedGraphData, which deletes the whole graph; leave one of them out',
  };
}
