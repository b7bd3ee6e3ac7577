import { describe, expect, it } from '@jest/globals';
import { isConnectionLoss, isDatabaseAway, lostWorker } from './driver-errors.js';

const errorOf = (code: string, message: string, more = {}) => Object.assign(new Error(message), { code, ...more });
const driverError = (code: string, severity: string) => Object.assign(new Error(code), { code, severity });

describe('isDatabaseAway', () => {
  it.each([
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a connection that ends', new Error('Connection terminated unexpectedly')],
    ['a wait for a connection', new Error('timeout exceeded when trying to connect')],
    ['a database that accepts no connections', driverError('55000', 'FATAL')],
    ['an I/O error of the disk of the database', driverError('58030', 'ERROR')],
    ['a pooler whose servers are lost', driverError('58000', 'ERROR')],
    ['a node that a distributed database has lost, wrapped by TypeORM', { driverError: driverError('08006', 'ERROR') }],
    ['a password that was changed, wrapped by TypeORM', { driverError: driverError('28P01', 'FATAL') }],
  ])('is true for %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a failed statement', driverError('55000', 'ERROR')],
    ['a full disk', driverError('53100', 'ERROR')],
    ['a violated constraint', { driverError: driverError('23505', 'ERROR') }],
    ['another error', new Error('no')],
    ['no error', undefined],
  ])('is false for %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});

describe('isConnectionLoss', () => {
  it('is false for a refusal that a retry does not change', () => {
    expect(isConnectionLoss(driverError('28P01', 'FATAL'))).toBe(false);
  });
});

describe('lostWorker', () => {
  const where = 'while executing command on worker-2:5432';

  it.each([
    ['08006', 'connection to the remote node graphward@worker-2:5432 failed with the following error: refused', {}],
    ['08006', 'connection to the remote node worker-2:5432 failed', {}],
    ['08006', 'could not establish any connections to the node worker-2:5432 after 30000 ms', {}],
    ['XX000', 'server closed the connection unexpectedly', { where: `SQL statement\n${where}` }],
  ])('is named by %s: %s', (code, message, more) => {
    const error = errorOf(code, message, more);
    expect([lostWorker(error), lostWorker({ driverError: error })]).toEqual(['worker-2:5432', 'worker-2:5432']);
    expect(isConnectionLoss(error)).toBe(true);
  });

  it.each([
    ['the connection of a client', errorOf('08006', 'connection failure')],
    ['a fault of a worker', errorOf('XX000', 'cache lookup failed for type 1', { where })],
    ['a statement that a worker refuses', errorOf('42703', 'column "connection" does not exist', { where })],
    ['no error', undefined],
  ])('is undefined for %s', (_, error) => {
    expect(lostWorker(error)).toBeUndefined();
  });
});
