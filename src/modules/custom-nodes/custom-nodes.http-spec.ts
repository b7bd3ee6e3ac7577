import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { httpApp, type HttpApp } from '../../../test/support/http-app.js';
import { noAuditNote, withoutAudit } from '../../auth/audit/audit.fixture.js';
import { ConflictError } from '../../base/errors.js';
import { JsonText } from '../../http/json-text.js';
import type { CustomNode } from './custom-nodes.fields.js';
import { CustomNodesController } from './custom-nodes.controller.js';
import { CustomNodesRepository } from './custom-nodes.repository.js';
import { CustomNodesService } from './custom-nodes.service.js';

const icon = { type: 'font-awesome', name: 'server', color: '#3366FF' };
const node: CustomNode = { id: 3, kindName: 'Server', icon };
const onWire = { id: 3, kindName: 'Server', config: { icon } };

const repository = {
  listPage: jest.fn<CustomNodesRepository['listPage']>(),
  findByKindName: jest.fn<CustomNodesRepository['findByKindName']>(),
  insertAll: jest.fn<CustomNodesRepository['insertAll']>(),
  updateIcon: jest.fn<CustomNodesRepository['updateIcon']>(),
  delete: jest.fn<CustomNodesRepository['delete']>(),
};

describe('custom nodes over HTTP', () => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await httpApp(
      [CustomNodesController],
      [CustomNodesService, withoutAudit, { provide: CustomNodesRepository, useValue: repository }],
    );
  });
  afterAll(() => http.close());
  beforeEach(() => {
    for (const method of Object.values(repository)) method.mockReset();
  });

  function call(path: string, method = 'GET', body?: string, type = 'application/json') {
    return fetch(`${http.url}/api/v2/custom-nodes${path}`, {
      method,
      ...(body !== undefined && { body, headers: { 'Content-Type': type } }),
    });
  }

  it('creates kinds in the order of the body', async () => {
    repository.insertAll.mockResolvedValueOnce([node, { ...node, id: 4, kindName: 'constructor' }]);
    const response = await call(
      '',
      'POST',
      JSON.stringify({ custom_types: { Server: { icon }, constructor: { icon } } }),
    );
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ data: [onWire, { ...onWire, id: 4, kindName: 'constructor' }] });
    expect(repository.insertAll).toHaveBeenCalledWith(
      [
        { kindName: 'Server', icon },
        { kindName: 'constructor', icon },
      ],
      noAuditNote,
    );
  });

  it('returns 400 with each fault of the body and creates nothing', async () => {
    const body = { custom_types: { Foo: { icon: { ...icon, color: 'red' } }, Bar: { icon: 'server' } }, dry_run: true };
    const response = await call('', 'POST', JSON.stringify(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      http_status: 400,
      errors: [
        { context: 'body.dry_run' },
        {
          code: 'body.invalid_value',
          context: 'body.custom_types.Foo.icon.color',
          message: '"red" is not valid; it takes #RGB or #RRGGBB in hex digits',
        },
        { context: 'body.custom_types.Bar.icon' },
      ],
    });
    expect(repository.insertAll).not.toHaveBeenCalled();
  });

  it.each([
    ['', 'body.missing', 'the body is empty; it takes a JSON object'],
    ['[]', 'body.invalid_value', 'the body is not a JSON object'],
    ['null', 'body.invalid_value', 'the body is not a JSON object'],
  ])('returns 400 for the body %j', async (body, code, message) => {
    const response = await call('', 'POST', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ code, context: 'body', message }] });
  });

  it('returns 415 for a body that is not declared as JSON', async () => {
    expect((await call('', 'POST', '{}', 'text/plain')).status).toBe(415);
  });

  it('returns 409 with each existing kind', async () => {
    const fault = {
      code: 'resource.name_taken',
      context: 'body.custom_types.Server',
      message: 'the kind Server has a custom node already',
    } as const;
    repository.insertAll.mockRejectedValueOnce(new ConflictError([fault]));
    const response = await call('', 'POST', JSON.stringify({ custom_types: { Server: { icon } } }));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ http_status: 409, errors: [fault] });
  });

  it('passes filters, order and page to the repository and returns the page', async () => {
    repository.listPage.mockResolvedValueOnce(new JsonText('{"count":0,"skip":0,"limit":5,"data":[]}'));
    const response = await call('?kindName=~eq:serv&sort_by=-id&limit=5');
    expect(await response.json()).toEqual({ count: 0, skip: 0, limit: 5, data: [] });
    expect(repository.listPage).toHaveBeenCalledWith({
      filters: [{ column: 'kindName', predicate: '~eq', value: 'serv' }],
      order: [{ column: 'id', descending: true }],
      skip: 0,
      limit: 5,
      flags: {},
    });
  });

  it('returns 400 for an unknown parameter', async () => {
    const response = await call('?kind=Server');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ context: 'query.kind' }] });
  });

  it('returns the node of a kind, and 404 for an unknown kind', async () => {
    repository.findByKindName.mockResolvedValueOnce(node).mockResolvedValueOnce(null);
    expect(await (await call('/Server')).json()).toEqual({ data: onWire });
    const missing = await call('/Ser%2Fver');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({
      errors: [
        { code: 'resource.not_found', context: 'path.kind_name', message: 'the kind "Ser/ver" has no custom node' },
      ],
    });
  });

  it('changes the icon of a kind', async () => {
    repository.updateIcon.mockResolvedValueOnce(true);
    repository.findByKindName.mockResolvedValueOnce(node);
    const response = await call('/Server', 'PUT', JSON.stringify({ config: { icon: { ...icon, color: '#36f' } } }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: onWire });
    expect(repository.updateIcon).toHaveBeenCalledWith('Server', icon, noAuditNote);
  });

  it('returns 404 for a change of an unknown kind', async () => {
    repository.updateIcon.mockResolvedValueOnce(false);
    expect((await call('/Server', 'PUT', JSON.stringify({ config: { icon } }))).status).toBe(404);
  });

  it('returns 204 for a deletion and 404 for a second one', async () => {
    repository.delete.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
    const first = await call('/Server', 'DELETE');
    expect([first.status, await first.text()]).toEqual([204, '']);
    expect((await call('/Server', 'DELETE')).status).toBe(404);
  });
});
