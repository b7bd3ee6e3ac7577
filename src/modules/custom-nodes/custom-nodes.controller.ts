import { Delete, Get, Post, Put } from '@nestjs/common';
import { Repeatable } from '../../auth/repeats/repeatable.decorator.js';
import { Allow } from '../../auth/allow.decorator.js';
import { JsonBodyAs } from '../../http/body/json-body.decorator.js';
import { PathText } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import {
  createCustomNodesSchema,
  type CustomNodeDraft,
  type Icon,
  readCustomNodeUpdate,
  readCustomTypes,
  updateCustomNodeSchema,
} from './custom-nodes.request.dto.js';
import {
  type CustomNodeDto,
  customNodeList,
  type CustomNodeListRequest,
  customNodeShape,
  toCustomNodeDto,
} from './custom-nodes.fields.js';
import { CustomNodesService } from './custom-nodes.service.js';

const PathKind = () => PathText('kind_name', 'Name of the kind.');

@ApiController('custom-nodes', 'custom nodes')
export class CustomNodesController {
  constructor(private readonly service: CustomNodesService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List custom nodes', answer: pageOf(customNodeShape.dto) })
  list(@ListQuery(customNodeList) request: CustomNodeListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Post()
  @Allow('graph:write')
  @Repeatable((it: CustomNodesController, { ids }) => it.getAll(ids), 'kindName')
  @Operation({
    summary: 'Create custom nodes',
    description: 'Creates all of them or none. `data` keeps the order of the body.',
    status: 201,
    answer: dataListOf(customNodeShape.dto),
    errors: [409],
  })
  async create(
    @JsonBodyAs(readCustomTypes, createCustomNodesSchema) drafts: CustomNodeDraft[],
  ): Promise<{ data: CustomNodeDto[] }> {
    return { data: (await this.service.create(drafts)).map(toCustomNodeDto) };
  }

  @Get(':kind_name')
  @Allow('graph:read')
  @Operation({ summary: 'Get the custom node of a kind', answer: dataOf(customNodeShape.dto) })
  async get(@PathKind() kindName: string): Promise<{ data: CustomNodeDto }> {
    return { data: toCustomNodeDto(await this.service.get(kindName)) };
  }

  private async getAll(kindNames: readonly string[]): Promise<{ data: CustomNodeDto[] }> {
    const nodes = await Promise.all(kindNames.map((it) => this.service.get(it)));
    return { data: nodes.map(toCustomNodeDto) };
  }

  @Put(':kind_name')
  @Allow('graph:write')
  @Operation({ summary: 'Change the icon of a kind', answer: dataOf(customNodeShape.dto) })
  async update(
    @PathKind() kindName: string,
    @JsonBodyAs(readCustomNodeUpdate, updateCustomNodeSchema) icon: Icon,
  ): Promise<{ data: CustomNodeDto }> {
    return { data: toCustomNodeDto(await this.service.changeIcon(kindName, icon)) };
  }

  @Delete(':kind_name')
  @Allow('graph:write')
  @Operation({ summary: 'Delete the custom node of a kind', status: 204, answer: noBody })
  delete(@PathKind() kindName: string): Promise<void> {
    return this.service.delete(kindName);
  }
}
