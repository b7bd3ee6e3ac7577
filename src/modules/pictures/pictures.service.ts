import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import type { Principal } from '../../auth/principal.js';
import { type AppError, ConflictError, NotFoundError } from '../../base/errors.js';
import { currentVisibility } from '../../base/scope/request-scope.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { KindNames } from '../../graph/store/kind-names.js';
import type { JsonText } from '../../http/json-text.js';
import { ChangesService } from '../graphs/changes.service.js';
import { NeighbourhoodService } from '../neighbourhood/neighbourhood.service.js';
import type { PictureBox, PictureNeighbours, PictureState } from './picture-state.dto.js';
import type { OpenedPictureDto, PictureListRequest, PictureScope } from './pictures.fields.js';
import { type PictureDraft, type PictureShares, PicturesRepository } from './pictures.repository.js';

/** Pictures of the graph that accounts keep and share (docs/adr/0109-pictures-that-are-kept.md). */
@Injectable()
export class PicturesService {
  constructor(
    private readonly pictures: PicturesRepository,
    private readonly neighbourhood: NeighbourhoodService,
    private readonly changes: ChangesService,
    private readonly kinds: KindNames,
    private readonly audit: AuditService,
  ) {}

  list(caller: Principal, scope: PictureScope, request: PictureListRequest): Promise<JsonText> {
    return this.pictures.listPage(caller.id, scope, request);
  }

  /** @throws ConflictError if the caller has too many named pictures */
  async create(caller: Principal, draft: PictureDraft): Promise<JsonText> {
    const id = randomId();
    const details = { name: draft.name };
    await this.audit.audited({ action: 'picture.create', resource: 'pictures', details }, (note) =>
      this.pictures.insert(caller.id, id, draft, note),
    );
    return this.get(caller, id);
  }

  /** @throws NotFoundError */
  async get(caller: Principal, id: string): Promise<JsonText> {
    const picture = await this.pictures.find(caller.id, id);
    if (!picture) throw noSuchPicture(id);
    return picture;
  }

  /**
   * The picture as the caller sees it: objects that are gone or that the caller does not see are counted, and not named.
   * @throws NotFoundError
   */
  async open(caller: Principal, id: string): Promise<Versioned<OpenedPictureDto>> {
    const row = await this.pictures.findRow(caller.id, id);
    if (!row) throw noSuchPicture(id);
    const named = row.state.boxes.flatMap(({ objects, neighbours }) => (neighbours ? [neighbours.of] : objects));
    const objects = [...new Set(named)];
    const { version, answer } = await this.neighbourhood.neighbourhood({ shown: objects, relationship_kinds: [] });
    const stored = new Map(Object.values(answer.nodes).map(({ objectid }) => [objectid.toUpperCase(), objectid]));
    const state = await this.withSeenKinds(seenPart(row.state, (objectid) => stored.get(objectid.toUpperCase())));
    const drawn = row.state.graph_version ?? version;
    const changes = await this.changes.among([...stored.values()], { since: drawn, until: version });
    return { version, answer: { ...row.shown, state, gone: answer.gone, changes, shared_to_user_ids: row.accountIds } };
  }

  /** For a caller who sees a part of the graph: without kinds that only others see, and boxes of neighbours that only others see. */
  private async withSeenKinds(state: PictureState): Promise<PictureState> {
    if (!currentVisibility()) return state;
    const names = new Set((await this.kinds.list()).kinds.map(({ name }) => name));
    const boxes: PictureBox[] = [];
    for (const box of state.boxes) if (!box.neighbours || (await this.hasAny(box.neighbours))) boxes.push(box);
    const { hidden_kinds: hidden } = state;
    return Object.assign({}, state, { boxes }, hidden && { hidden_kinds: hidden.filter((it) => names.has(it)) });
  }

  private async hasAny({ of, direction, relationship_kind: kind }: PictureNeighbours): Promise<boolean> {
    const { answer } = await this.neighbourhood.counts(of);
    return answer[direction].some((it) => it.kind === kind);
  }

  /** @throws NotFoundError; ConflictError for a picture of another account */
  async update(caller: Principal, id: string, changes: Partial<PictureDraft>): Promise<JsonText> {
    const details = { changed: Object.keys(changes) };
    await this.audit.audited({ action: 'picture.update', resource: `pictures/${id}`, details }, async (note) => {
      // A state is saved after each act, and has no entry.
      const noted = changes.name === undefined ? () => Promise.resolve() : note;
      if (!(await this.pictures.update(caller.id, id, changes, noted))) throw await this.refusal(caller, id, 'changed');
    });
    return this.get(caller, id);
  }

  /** @throws NotFoundError; ConflictError for a picture of another account */
  async delete(caller: Principal, id: string): Promise<void> {
    await this.audit.audited({ action: 'picture.delete', resource: `pictures/${id}` }, async (note) => {
      if (!(await this.pictures.delete(caller.id, id, note))) throw await this.refusal(caller, id, 'deleted');
    });
  }

  /** @throws NotFoundError; InvalidInputError for an unknown account; ConflictError for a picture of another account */
  async share(caller: Principal, id: string, shares: PictureShares): Promise<void> {
    const details = { ...shares };
    await this.audit.audited({ action: 'picture.share', resource: `pictures/${id}`, details }, async (note) => {
      if (!(await this.pictures.share(caller.id, id, shares, note))) throw await this.refusal(caller, id, 'shared');
    });
  }

  private async refusal(caller: Principal, id: string, verb: string): Promise<AppError> {
    if (!(await this.pictures.find(caller.id, id))) return noSuchPicture(id);
    const message = `the picture ${id} is a picture of another account; it can't be ${verb}`;
    return ConflictError.at('resource.protected', 'path.picture_id', message);
  }
}

/** All 128 bits are random, which a UUID of version 4 has not. */
function randomId(): string {
  return randomBytes(16)
    .toString('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** @param storedId undefined: the object is gone, or not seen */
function seenPart(state: PictureState, storedId: (objectid: string) => string | undefined): PictureState {
  const boxes = state.boxes.flatMap((box): PictureBox[] => {
    const objects = box.objects.flatMap((it) => storedId(it) ?? []);
    const of = box.neighbours && storedId(box.neighbours.of);
    if (of !== undefined) return [Object.assign({}, box, { neighbours: Object.assign({}, box.neighbours, { of }) })];
    return objects.length > 0 ? [Object.assign({}, box, { objects })] : [];
  });
  return Object.assign({}, state, { boxes });
}

function noSuchPicture(id: string): NotFoundError {
  return new NotFoundError('path.picture_id', `you can open no picture ${id}`);
}
