import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { NotFoundError } from '../../base/errors.js';
import { EnvironmentLookup } from '../../graph/lookups/environment-lookup.js';
import { type AskedRange, timeRange } from '../../http/input/date-time.js';
import type { JsonText } from '../../http/json-text.js';
import type { RecordTimesRequest } from '../../http/list/list-description.js';
import { DataQualityRepository } from './data-quality.repository.js';
import { kindsPerExtension } from './extension-kinds.js';
import { ExtensionsRepository } from './extensions.repository.js';

/** The history of the data quality of environments of extensions. */
@Injectable()
export class DataQualityService {
  constructor(
    private readonly quality: DataQualityRepository,
    private readonly extensions: ExtensionsRepository,
    private readonly environments: EnvironmentLookup,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError for an unknown environment; InvalidInputError if the range ends before it starts */
  async list(environment: string, range: AskedRange, request: RecordTimesRequest): Promise<JsonText> {
    const applied = timeRange(range, this.clock.now());
    const isKnown =
      (await this.quality.hasCounts(environment)) ||
      (await this.environments.named()).some(({ objectid }) => objectid === environment);
    if (!isKnown)
      throw new NotFoundError('query.environment_id', `there is no environment ${JSON.stringify(environment)}`);
    return this.quality.list(environment, applied, request);
  }

  /** @throws NotFoundError for an unknown extension; InvalidInputError if the range ends before it starts */
  async listSums(
    kind: number,
    extension: number | undefined,
    range: AskedRange,
    request: RecordTimesRequest,
  ): Promise<JsonText> {
    const applied = timeRange(range, this.clock.now());
    if (extension === undefined) return this.quality.listSums(kind, applied, request);
    const stored = await this.extensions.list();
    if (!stored.some(({ id }) => id === extension))
      throw new NotFoundError('query.schema_extension_id', `there is no extension ${extension}`);
    // A kind of another extension has no counts here.
    const isOwn = Math.floor(kind / kindsPerExtension) === extension;
    return this.quality.listSums(isOwn ? kind : 0, applied, request);
  }
}
