import { Delete, Get, Post } from '@nestjs/common';
import { Allow } from '../../../src/auth/allow.decorator.js';
import { JsonBody } from '../../../src/http/body/json-body.decorator.js';
import { PathInt } from '../../../src/http/input/path.decorators.js';
import type { JsonText } from '../../../src/http/json-text.js';
import { ListQuery } from '../../../src/http/list/list-query.decorator.js';
import { ApiController } from '../../../src/http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../../src/http/openapi/operation.decorator.js';
import { CreateSparePartRequest } from './spare-parts.dto.js';
import { type SparePartDto, sparePartList, type SparePartListRequest, sparePartShape } from './spare-parts.fields.js';
import { SparePartsService } from './spare-parts.service.js';

@ApiController('spare-parts', { name: 'spare parts', description: 'All spare parts by their names.' })
export class SparePartsController {
  constructor(private readonly spareParts: SparePartsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List spare parts', answer: pageOf(sparePartShape.dto) })
  list(@ListQuery(sparePartList) request: SparePartListRequest): Promise<JsonText> {
    return this.spareParts.list(request);
  }

  @Post()
  @Allow('graph:write')
  @Operation({ summary: 'Create a spare part', status: 201, answer: dataOf(sparePartShape.dto), errors: [409] })
  async create(@JsonBody(CreateSparePartRequest) body: CreateSparePartRequest): Promise<{ data: SparePartDto }> {
    return { data: await this.spareParts.create(body) };
  }

  @Delete(':spare_part_id')
  @Allow('graph:write')
  @Operation({ summary: 'Delete a spare part', status: 204, answer: noBody })
  delete(@PathInt('spare_part_id', 'Id of the spare part.') id: number): Promise<void> {
    return this.spareParts.delete(id);
  }
}
