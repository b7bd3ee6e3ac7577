import { Injectable } from '@nestjs/common';
import { Database, oneRow } from '../database/database.js';
import { accountKinds } from './kinds/kind-definitions.js';
import type { AccountIds } from './questions/account-marks.js';

const isDisabled = "props -> 'enabled' = 'false'";
const isUnknown = "jsonb_typeof(props -> 'enabled') IS DISTINCT FROM 'boolean'";

/** As bytes, which the driver reads a hundred times faster than arrays of numbers. */
const idsWhere = (condition: string) => `coalesce(string_agg(int4send(id), ''::bytea) FILTER (WHERE ${condition}), '')`;

const states = `
  SELECT ${idsWhere(isDisabled)} AS disabled, ${idsWhere(isUnknown)} AS unknown FROM node WHERE kind IN (${accountKinds.join(', ')})`;

interface Row {
  readonly disabled: Buffer;
  readonly unknown: Buffer;
}

/** Which accounts are disabled, and of which that is not known. Memory does not have it. */
@Injectable()
export class AccountStates {
  private kept: { readonly version: number; readonly ids: AccountIds } | null = null;

  constructor(private readonly database: Database) {}

  /** As of a version that is committed; kept until the graph changes. */
  async read(): Promise<AccountIds> {
    const { version } = oneRow(
      await this.database.prepared<{ version: number }>('SELECT version::float8 AS version FROM graph_state'),
    );
    if (this.kept?.version === version) return this.kept.ids;
    const { disabled, unknown } = oneRow(await this.database.prepared<Row>(states));
    const ids = { disabled: shared(disabled), unknown: shared(unknown) };
    this.kept = { version, ids };
    return ids;
  }
}

/** In memory that threads share. */
function shared(bytes: Buffer): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
