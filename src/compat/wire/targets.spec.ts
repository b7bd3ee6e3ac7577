import { describe, expect, it } from '@jest/globals';
import { statusWord } from './values.js';
import { compatRoute } from './routes.js';
import { ourQuery, ourTarget } from './targets.js';

describe(ourTarget.name, () => {
  it.each([
    ['/api/v2/azure-tenants', '/api/v2/cloud-tenants'],
    ['/api/v2/Azure-Tenants/T%201/data-quality-stats', '/api/v2/cloud-tenants/T%201/data-quality-stats'],
    ['/api/v2/azure-tenants-of-mine', '/api/v2/azure-tenants-of-mine'],
    ['/other/api/v2/azure-tenants', '/other/api/v2/azure-tenants'],
    ['/api/v2/jobs', '/api/v2/jobs'],
    ['/api/v2/tasks', '/api/v2/jobs'],
    ['/api/v2/tasks/7/log', '/api/v2/jobs/7/log'],
    ['/api/v2/clients/C/tasks', '/api/v2/clients/C/jobs'],
    ['/api/v2/clients/tasks', '/api/v2/clients/tasks'],
    ['/api/v2/file-upload/7/completed-tasks', '/api/v2/file-upload/7/completed-tasks'],
  ])('converts %s to %s', (theirs, ours) => {
    expect(ourTarget(theirs)).toEqual({ path: ours });
  });

  it.each(['jobs', 'tasks/'])('selects the client of completed-%s by a filter', (name) => {
    expect(ourTarget(`/api/v2/clients/C-1/completed-${name}`)).toEqual({
      path: '/api/v2/jobs/finished',
      query: 'client_id=eq:C-1',
    });
  });
});

describe(ourQuery.name, () => {
  it.each([
    ['status=eq:2', 'status=eq%3Acomplete'],
    ['status=2', 'status=complete'],
    ['st%61tus=neq%3A8&status=eq:4', 'status=neq%3Apartially_complete&status=eq%3Atimed_out'],
    ['status=eq:complete', 'status=eq%3Acomplete'],
    ['status=eq:99&limit=1', 'status=eq%3A99&limit=1'],
    ['log_path=eq:2&sort_by=-status&a+b=%zz', 'log_path=eq:2&sort_by=-status&a+b=%zz'],
    ['', ''],
    ['&&=&status', '&&=&status='],
  ])('converts %j to %j', (theirs, ours) => {
    expect(ourQuery(theirs, { filters: { status: statusWord } })).toBe(ours);
  });

  it.each([
    ['', 'scope=owned'],
    ['limit=1', 'limit=1&scope=owned'],
    ['scope=all&limit=1', 'scope=all&limit=1'],
    ['scope=', 'scope='],
  ])('completes %j to %j', (theirs, ours) => {
    expect(ourQuery(theirs, { defaults: { scope: 'owned' } })).toBe(ours);
  });

  it.each([
    ['/api/v2/users/U/controllers', 'type=list&skip=1&limit=2', 'type=list&skip=1&limit=2'],
    ['/api/v2/users/U/controllers', 'type=graph&skip=1&limit=2', 'type=graph'],
    ['/api/v2/users/U/controllers', 'type=count&skip=1&limit=2', 'type=count'],
    [
      '/api/v2/cloud/users',
      'object_id=U&related_entity_type=roles&type=count&limit=2',
      'object_id=U&related_entity_type=roles&type=count',
    ],
    ['/api/v2/cloud/users', 'object_id=U&type=count&limit=2', 'object_id=U'],
  ])('drops the page of what is whole: %s?%s', (path, theirs, ours) => {
    expect(ourQuery(theirs, compatRoute('GET', path)!)).toBe(ours);
  });
});
