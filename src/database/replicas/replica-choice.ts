import type pg from 'pg';
import type { ReplicaOfRequest } from '../../base/scope/request-scope.js';
import { isReplicaFault } from '../driver-errors.js';
import type { Replica } from './replica.js';

/** The replica of one request, chosen by its first statement. If it fails, the request goes on with the primary. */
export class ReplicaChoice implements ReplicaOfRequest {
  private chosen: Promise<Replica | undefined> | undefined;

  constructor(private readonly choose: () => Promise<Replica | undefined>) {}

  /** @returns undefined if the primary has to be read */
  async connect(): Promise<pg.PoolClient | undefined> {
    const replica = await (this.chosen ??= this.choose());
    try {
      return await replica?.connect();
    } catch {
      this.usePrimary();
      return undefined;
    }
  }

  leave(error: unknown): boolean {
    if (!this.chosen || !isReplicaFault(error)) return false;
    this.usePrimary();
    return true;
  }

  usePrimary(): void {
    this.chosen = Promise.resolve(undefined);
  }
}
