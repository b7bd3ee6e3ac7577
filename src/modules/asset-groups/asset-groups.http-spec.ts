import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { httpApp, type HttpApp } from '../../../test/support/http-app.js';
import { noAuditNote, withoutAudit } from '../../auth/audit/audit.fixture.js';
import { ConflictError } from '../../base/errors.js';
import { JsonText } from '../../http/json-text.js';
import { AssetGroupsController } from './asset-groups.controller.js';
import { AssetGroupsRepository } from './stored/asset-groups.repository.js';
import { AssetGroupsService } from './asset-groups.service.js';
import { SelectionReader } from '../../graph/answers/selection-reader.js';
import { SelectorsService } from './selectors.service.js';
import { MembersRepository } from './stored/members.repository.js';
import { SelectorsRepository } from './stored/selectors.repository.js';

const repository = {
  findById: jest.fn<AssetGroupsRepository['findById']>(),
  listPage: jest.fn<AssetGroupsRepository['listPage']>(),
  exists: jest.fn<AssetGroupsRepository['exists']>(),
  listMembers: jest.fn<MembersRepository['listMembers']>(),
  findKind: jest.fn<AssetGroupsRepository['findKind']>(),
  insert: jest.fn<AssetGroupsRepository['insert']>(),
  rename: jest.fn<AssetGroupsRepository['rename']>(),
  changeSelectors: jest.fn<SelectorsRepository['changeSelectors']>(),
  delete: jest.fn<AssetGroupsRepository['delete']>(),
  namedIds: jest.fn<SelectorsRepository['namedIds']>(),
};

const group = new JsonText('{"data":{"id":3}}');
const page = new JsonText('{"count":0,"skip":0,"limit":100,"data":[]}');

describe('asset groups over HTTP', () => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await httpApp(
      [AssetGroupsController],
      [
        AssetGroupsService,
        SelectorsService,
        { provide: SelectionReader, useValue: {} },
        withoutAudit,
        ...[AssetGroupsRepository, SelectorsRepository, MembersRepository].map((provide) => ({
          provide,
          useValue: repository,
        })),
      ],
    );
  });
  afterAll(() => http.close());
  beforeEach(() => {
    for (const method of Object.values(repository)) method.mockReset();
    repository.namedIds.mockImplementation((ids) => Promise.resolve(ids.map((id) => id.toUpperCase())));
  });

  function call(path: string, method = 'GET', body?: unknown) {
    const json = { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return fetch(`${http.url}/api/v2/asset-groups${path}`, { method, ...(body !== undefined && json) });
  }

  it('returns the JSON of the database unchanged', async () => {
    repository.findById.mockResolvedValueOnce(group);
    const response = await call('/3');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(group.text);
  });

  it.each(['0', '-1', 'abc', '4294967297', '1.0', '%20'])('returns 400 for the id %s', async (id) => {
    const response = await call(`/${id}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ context: 'path.asset_group_id' }] });
  });

  it.each([
    ['GET', '/9', undefined],
    ['GET', '/9/members', undefined],
    ['PUT', '/9', { name: 'Nine' }],
    ['PUT', '/9/selectors', { selectors: [] }],
    ['DELETE', '/9', undefined],
  ])('returns 404 to %s %s for an unknown group', async (method, path, body) => {
    repository.findById.mockResolvedValue(null);
    repository.exists.mockResolvedValue(false);
    repository.findKind.mockResolvedValue(null);
    repository.changeSelectors.mockResolvedValue(null);
    const response = await call(path, method, body);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      errors: [{ code: 'resource.not_found', context: 'path.asset_group_id', message: 'there is no asset group 9' }],
    });
  });

  it('stores object ids as nodes have them', async () => {
    repository.insert.mockResolvedValueOnce(3);
    repository.findById.mockResolvedValueOnce(group);
    const selectors = [{ name: 'Server', selector: 's-1-5-21-1-1001' }];
    const response = await call('', 'POST', { name: 'Build systems', tag: 'build', selectors });
    expect(response.status).toBe(201);
    expect(await response.text()).toBe(group.text);
    expect(repository.insert).toHaveBeenCalledWith(
      {
        name: 'Build systems',
        tag: 'build',
        selectors: [{ name: 'Server', selector: 'S-1-5-21-1-1001' }],
      },
      noAuditNote,
    );
  });

  it('creates a group without selectors', async () => {
    repository.insert.mockResolvedValueOnce(3);
    repository.findById.mockResolvedValueOnce(group);
    expect((await call('', 'POST', { name: 'Empty', tag: 'empty' })).status).toBe(201);
    expect(repository.insert).toHaveBeenCalledWith({ name: 'Empty', tag: 'empty', selectors: [] }, noAuditNote);
  });

  it('returns 400 with each fault of the body and creates nothing', async () => {
    const body = {
      name: ' x',
      tag: 'two words',
      owner: 'me',
      selectors: [{ name: 'A', selector: 'x' }, { name: 'B' }, 'C', { name: 'D', selector: 'y', id: 4 }],
    };
    const response = await call('', 'POST', body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { context: string; message: string }[] };
    expect(errors.map(({ context }) => context).toSorted()).toEqual([
      'body.name',
      'body.owner',
      'body.selectors.1.selector',
      'body.selectors.2',
      'body.selectors.3.id',
      'body.tag',
    ]);
    expect(errors.find(({ context }) => context === 'body.tag')?.message).toBe(
      'takes a text of 1 to 64 letters, digits, _, - and .',
    );
    expect(repository.insert).not.toHaveBeenCalled();
  });

  it('returns 400 for a duplicate object id or a duplicate name of selectors', async () => {
    const selectors = [
      { name: 'A', selector: 'S-1-5' },
      { name: 'B', selector: 'S-1-5' },
      { name: 'A', selector: 'S-1-6' },
    ];
    const response = await call('/3/selectors', 'PUT', { selectors });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { context: string; message: string }[] };
    expect(errors.toSorted((a, b) => a.message.localeCompare(b.message))).toEqual([
      { code: 'body.invalid_value', context: 'body.selectors', message: 'has the name "A" more than once' },
      { code: 'body.invalid_value', context: 'body.selectors', message: 'has the selector "S-1-5" more than once' },
    ]);
  });

  it.each([
    [{}, 'body.missing_property'],
    [{ selectors: null }, 'body.invalid_value'],
    [{ selectors: {} }, 'body.invalid_value'],
    [{ selectors: 'S-1-5' }, 'body.invalid_value'],
    [{ selectors: [[]] }, 'body.invalid_value'],
  ])('returns 400 for %j as selectors', async (body, code) => {
    const response = await call('/3/selectors', 'PUT', body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: object[] };
    const takes = 'takes an array of at most 10000 selectors, each an object';
    const message = code === 'body.missing_property' ? `is required; it ${takes}` : takes;
    expect(errors).toContainEqual({ code, context: 'body.selectors', message });
  });

  it('replaces the selectors and returns the group', async () => {
    repository.changeSelectors.mockResolvedValueOnce({ added: [], removed: [] });
    repository.findById.mockResolvedValueOnce(group);
    const response = await call('/1/selectors', 'PUT', { selectors: [{ name: 'A', selector: 'abc' }] });
    expect(response.status).toBe(200);
    expect(repository.changeSelectors).toHaveBeenCalledWith(1, expect.any(Function), noAuditNote);
    expect(repository.changeSelectors.mock.calls[0]?.[1]([])).toEqual([{ name: 'A', selector: 'ABC' }]);
  });

  it('adds and removes single selectors and returns the changes', async () => {
    const shown = {
      id: 7,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
      deleted_at: { time: null, valid: false },
      asset_group_id: 1,
      name: 'A',
      selector: 'ABC',
      system_selector: false,
    };
    const row = { id: 7, name: 'A', selector: 'ABC', json: JSON.stringify(shown) };
    repository.changeSelectors.mockResolvedValueOnce({ added: [row], removed: [] });
    const body = { add: [{ name: 'A', selector: 'abc' }], remove: [{ name: 'B', selector: 'x' }] };
    const response = await call('/1/selectors', 'PUT', body);
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        data: {
          added_selectors: [
            {
              id: 7,
              created_at: '2026-01-01T00:00:00.000Z',
              updated_at: '2026-01-02T00:00:00.000Z',
              deleted_at: { time: null, valid: false },
              asset_group_id: 1,
              name: 'A',
              selector: 'ABC',
              system_selector: false,
            },
          ],
          removed_selectors: [],
        },
      },
    ]);
    const choose = repository.changeSelectors.mock.calls[0]?.[1];
    expect(choose?.([{ ...row, name: 'B', selector: 'X' }])).toEqual([{ name: 'A', selector: 'ABC' }]);
  });

  it('returns 400 if a body both replaces all selectors and edits some', async () => {
    const response = await call('/1/selectors', 'PUT', { selectors: [], add: [] });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        errors: [
          {
            code: 'body.conflicting_properties',
            context: 'body.selectors',
            message: 'replaces all selectors; leave it out, or add and remove',
          },
        ],
      },
    ]);
  });

  it('returns 409 if the name or the tag is taken', async () => {
    const fault = { code: 'resource.name_taken', context: 'body.tag', message: 'taken' } as const;
    repository.insert.mockRejectedValueOnce(new ConflictError([fault]));
    const response = await call('', 'POST', { name: 'Owned', tag: 'owned' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ errors: [fault] });
  });

  it('renames a group', async () => {
    repository.findKind.mockResolvedValueOnce('own');
    repository.findById.mockResolvedValueOnce(group);
    expect((await call('/3', 'PUT', { name: 'New name' })).status).toBe(200);
    expect(repository.rename).toHaveBeenCalledWith(3, 'New name', noAuditNote);
  });

  it.each([
    ['PUT', { name: 'Mine now' }, 'renamed'],
    ['DELETE', undefined, 'deleted'],
  ])('returns 409 for %s of a system group', async (method, body, deed) => {
    repository.findKind.mockResolvedValueOnce('system');
    const response = await call('/1', method, body);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          code: 'resource.protected',
          context: 'path.asset_group_id',
          message: `the asset group 1 is a system group; it can't be ${deed}`,
        },
      ],
    });
    expect(repository.rename).not.toHaveBeenCalled();
    expect(repository.delete).not.toHaveBeenCalled();
  });

  it('returns 204 for a deletion', async () => {
    repository.findKind.mockResolvedValueOnce('own');
    const response = await call('/3', 'DELETE');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(repository.delete).toHaveBeenCalledWith(3, noAuditNote);
  });

  it('passes filters, order and page to the repository', async () => {
    repository.listPage.mockResolvedValueOnce(page);
    const response = await call('?system_group=t&name=~eq:zero&sort_by=-created_at');
    expect(await response.json()).toEqual({ count: 0, skip: 0, limit: 100, data: [] });
    expect(repository.listPage).toHaveBeenCalledWith({
      filters: [
        { column: 'system_group', predicate: 'eq', value: 't' },
        { column: 'name', predicate: '~eq', value: 'zero' },
      ],
      order: [{ column: 'created_at', descending: true }],
      skip: 0,
      limit: 100,
      flags: {},
    });
  });

  it('lists members by name by default', async () => {
    repository.exists.mockResolvedValueOnce(true);
    repository.listMembers.mockResolvedValueOnce(page);
    await call('/1/members?label=Group&limit=0');
    expect(repository.listMembers).toHaveBeenCalledWith(1, {
      filters: [{ column: 'label', predicate: 'eq', value: 'Group' }],
      order: [{ column: 'name', descending: false }],
      skip: 0,
      limit: 0,
      flags: {},
    });
  });
});
