import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { InvalidInputError } from '../../base/errors.js';
import type { AskedRange } from '../../http/input/date-time.js';
import { fromQuery, optionalInteger } from '../../http/input/parameters.js';
import { QueryRange, QueryText } from '../../http/input/query.decorators.js';
import { maxInt32 } from '../../http/input/rules.js';
import type { JsonText } from '../../http/json-text.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/list-description.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { appliedRange } from '../environments/environments.decorators.js';
import { countShape, sumShape } from './data-quality.fields.js';
import { DataQualityService } from './data-quality.service.js';

const ids = { minimum: 1, maximum: maxInt32 };
const kindOfEnvironments = 'schema_environment_kind_id';

/** Counts of the kinds of extensions. */
@ApiController('', 'extensions')
export class DataQualityController {
  constructor(private readonly quality: DataQualityService) {}

  @Get('data-quality-stats')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the data quality statistics of an environment of an extension',
    description: 'Returns one row for each analysis and kind, newest first. Kinds without nodes or edges have none.',
    answer: pageOf(countShape.dto, appliedRange),
  })
  list(
    @QueryText('environment_id', 'Object id of the environment, as its file has it.') environment: string,
    @QueryRange() range: AskedRange,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.quality.list(environment, range, request);
  }

  @Get('data-quality-stats-aggregations')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the data quality statistics of all environments of a kind',
    description: 'Returns one row for each analysis and kind, newest first: the sums over the environments.',
    answer: pageOf(sumShape.dto, appliedRange),
  })
  listSums(
    @fromQuery(optionalInteger(kindOfEnvironments, ids, 'Required: id of the kind of nodes of the environments.'))
    kind: number | undefined,
    @fromQuery(optionalInteger('schema_extension_id', ids, 'Id of the extension of the kind.'))
    extension: number | undefined,
    @QueryRange() range: AskedRange,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    if (kind === undefined)
      throw InvalidInputError.at('query.missing_parameter', `query.${kindOfEnvironments}`, 'is required');
    return this.quality.listSums(kind, extension, range, request);
  }
}
