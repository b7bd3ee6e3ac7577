import { Injectable } from '@nestjs/common';
import type { AuditDetails } from '../../auth/audit/audit-entry.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import type { Principal } from '../../auth/principal.js';
import { type AppError, ConflictError, InvalidInputError, NotFoundError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { FileAnswer } from '../../http/file-answer.js';
import type { JsonText } from '../../http/json-text.js';
import { fileNameOf, fileOf } from './query-file.js';
import { readQueryFiles } from './query-files.js';
import { zipOf } from './query-zip.js';
import type { QueryScope, SavedQueryListRequest } from './saved-queries.fields.js';
import type { ImportedQueriesDto } from './saved-queries.dto.js';
import {
  nameTaken,
  type SavedQueryDraft,
  SavedQueriesRepository,
  type SavedQueryShares,
} from './saved-queries.repository.js';

/** Cypher queries that accounts keep for themselves, and those that the service ships. */
@Injectable()
export class SavedQueriesService {
  constructor(
    private readonly queries: SavedQueriesRepository,
    private readonly audit: AuditService,
    private readonly settings: Settings,
  ) {}

  list(caller: Principal, scope: QueryScope, request: SavedQueryListRequest): Promise<JsonText> {
    return this.queries.listPage(caller.id, scope, request);
  }

  /** @throws NotFoundError */
  async get(caller: Principal, id: number): Promise<JsonText> {
    const query = await this.queries.findById(caller.id, id);
    if (!query) throw noSuchQuery(id);
    return query;
  }

  /** @throws ConflictError if the caller has a query of this name or too many queries */
  async create(caller: Principal, draft: SavedQueryDraft): Promise<JsonText> {
    const details = { name: draft.name };
    const entry = { action: 'saved_query.create', resource: 'saved-queries', details } as const;
    const drafts = [{ ...draft, place: 'body' }];
    const { maxSavedQueriesPerAccount: most } = this.settings;
    const [id] = await this.audit.audited(entry, (note) =>
      this.queries.insert(caller.id, drafts, most, (on, [added]) => note(on, { id: added })),
    );
    return this.get(caller, id!);
  }

  /**
   * Saves the queries of a file, or of the files of a ZIP, as far as they are good.
   * @throws InvalidInputError, or ConflictError as {@link create}, if none is
   */
  async import(caller: Principal, bytes: Buffer): Promise<ImportedQueriesDto> {
    const { drafts: read, faults } = await readQueryFiles(bytes, this.settings);
    const names = await this.queries.namesTaken(
      caller.id,
      read.map(({ name }) => name),
    );
    const [drafts, taken] = [read.filter(({ name }) => !names.has(name)), read.filter(({ name }) => names.has(name))];
    const conflict = nameTaken(taken);
    if (drafts.length === 0) throw conflict;
    const details = { count: drafts.length };
    const entry = { action: 'saved_query.import', resource: 'saved-queries', details } as const;
    const { maxSavedQueriesPerAccount: most } = this.settings;
    await this.audit.audited(entry, (note) =>
      this.queries.insert(caller.id, drafts, most, (on, ids) => note(on, { ids })),
    );
    const left = [...faults, ...(taken.length > 0 ? conflict.faults : [])];
    return { imported: drafts.length, faults: left.map(({ context, message }) => ({ context, message })) };
  }

  /** A file with the query. @throws NotFoundError */
  async export(caller: Principal, id: number): Promise<FileAnswer> {
    const query = await this.queries.findDraft(caller.id, id);
    if (!query) throw noSuchQuery(id);
    return new FileAnswer(fileNameOf(query), oneOf(fileOf(query)));
  }

  /** A ZIP of files. @throws InvalidInputError if there are more than {@link mostExported} */
  async exportAll(caller: Principal, scope: QueryScope): Promise<FileAnswer> {
    const count = await this.queries.count(caller.id, scope);
    if (count <= mostExported)
      return new FileAnswer('saved-queries.zip', zipOf(filesOf(this.queries.all(caller.id, scope))));
    const message = `has ${count} queries; an export has at most ${mostExported}`;
    throw InvalidInputError.at('query.invalid_value', 'query.scope', message);
  }

  /** @throws NotFoundError; ConflictError for a query of the service or if the name is taken */
  async update(caller: Principal, id: number, changes: Partial<SavedQueryDraft>): Promise<JsonText> {
    const details = { changed: Object.keys(changes) };
    const entry = { action: 'saved_query.update', resource: `saved-queries/${id}`, details } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await this.queries.update(caller.id, id, changes, note))) throw await this.refusal(caller, id, 'changed');
    });
    return this.get(caller, id);
  }

  /** @throws NotFoundError; ConflictError for a query of the service */
  async delete(caller: Principal, id: number): Promise<void> {
    await this.audit.audited({ action: 'saved_query.delete', resource: `saved-queries/${id}` }, async (note) => {
      if (!(await this.queries.delete(caller.id, id, note))) throw await this.refusal(caller, id, 'deleted');
    });
  }

  /** @throws NotFoundError; ConflictError for a query of the service or of another account */
  async sharesOf(caller: Principal, id: number): Promise<SavedQueryShares> {
    const shares = await this.queries.sharesOf(caller.id, id);
    if (!shares) throw await this.refusal(caller, id, 'shared');
    return shares;
  }

  /** @throws NotFoundError; InvalidInputError for an unknown account; ConflictError as {@link sharesOf} */
  async share(caller: Principal, id: number, shares: SavedQueryShares): Promise<void> {
    await this.audit.audited(sharing(id, { ...shares }), async (note) => {
      if (!(await this.queries.share(caller.id, id, shares, note))) throw await this.refusal(caller, id, 'shared');
    });
  }

  /** @throws NotFoundError; ConflictError as {@link sharesOf} */
  async unshare(caller: Principal, id: number, accountIds: readonly string[]): Promise<void> {
    await this.audit.audited(sharing(id, { removedAccountIds: accountIds }), async (note) => {
      if (!(await this.queries.unshare(caller.id, id, accountIds, note)))
        throw await this.refusal(caller, id, 'shared');
    });
  }

  /** Why the caller can't change a query: it belongs to the service or to another account, or the caller can't read it. */
  private async refusal(caller: Principal, id: number, verb: string): Promise<AppError> {
    if (!(await this.queries.findById(caller.id, id))) return noSuchQuery(id);
    const owner = (await this.queries.isOfService(id)) ? 'the service' : 'another account';
    const message = `the saved query ${id} is a query of ${owner}; it can't be ${verb}`;
    return ConflictError.at('resource.protected', 'path.saved_query_id', message);
  }
}

/** They have at most 3 GB, and a ZIP ends at 4. */
const mostExported = 10_000;

async function* oneOf(content: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield content;
}

/** Queries of several accounts may have the same name. */
async function* filesOf(queries: AsyncIterable<SavedQueryDraft & { readonly id: number }>) {
  const taken = new Set<string>();
  for await (const query of queries) {
    const name = fileNameOf(query);
    const key = name.toLowerCase();
    yield { name: taken.has(key) ? `${query.id}-${name}` : name, content: fileOf(query) };
    taken.add(key);
  }
}

function sharing(id: number, details: AuditDetails) {
  return { action: 'saved_query.share', resource: `saved-queries/${id}`, details } as const;
}

function noSuchQuery(id: number): NotFoundError {
  return new NotFoundError('path.saved_query_id', `you have no saved query ${id}`);
}
