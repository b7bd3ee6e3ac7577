import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import { unifiedEdgeShape, unifiedNodeShape } from '../graphs/unified-graph.dto.js';

const cypherForms = ['graph', 'table'] as const;
type CypherForm = (typeof cypherForms)[number];

export class CypherRequestDto {
  @ApiProperty({ example: 'MATCH p = (:User)-[:MemberOf*1..]->(g:Group) RETURN p LIMIT 10', maxLength: 50_000 })
  @IsString({ message: 'takes a query in Cypher' })
  readonly query!: string;

  @ApiProperty({
    required: false,
    default: false,
    description: 'Whether nodes and edges of the answer have properties.',
  })
  @IsOptional()
  @IsBoolean({ message: 'takes true or false' })
  readonly include_properties?: boolean;

  @ApiProperty({
    additionalProperties: true,
    selfRequired: false,
    type: 'object',
    description: 'Values of the parameters of the query, by name: `{"name": "ADA@BIRCH.LOCAL"}` for `$name`.',
  })
  @IsOptional()
  @IsObject({ message: 'takes an object: the value of each parameter by its name' })
  readonly parameters?: Record<string, unknown>;

  @ApiProperty({ required: false, enum: cypherForms, default: 'graph', description: 'The form of the answer.' })
  @IsOptional()
  @IsIn(cypherForms, { message: 'takes graph or table' })
  readonly form?: CypherForm;

  @ApiProperty({ required: false, default: false, description: 'Returns the steps of the plan, and runs nothing.' })
  @IsOptional()
  @IsBoolean({ message: 'takes true or false' })
  readonly explain?: boolean;
}

export const cypherGraphShape = shape('CypherGraphDto', {
  nodes: memory.objects(unifiedNodeShape, 'The nodes of all rows, by the id that the graph gives them, as a text.'),
  edges: memory.array(unifiedEdgeShape, 'The relationships of all rows.'),
  literals: memory.any<readonly { readonly key: string; readonly value: unknown }[]>({
    type: 'array',
    items: {
      type: 'object',
      required: ['key', 'value'],
      properties: {
        key: { type: 'string', description: 'The name of the column.', example: 'count(u)' },
        value: { description: 'Any JSON.', example: 12 },
      },
    },
    description: 'The other values, row by row.',
  }),
  node_keys: memory.absent(memory.texts('Keys of properties of nodes, if they are included.')),
  edge_keys: memory.absent(memory.texts('Keys of properties of edges, if they are included.')),
});
export type CypherGraphDto = JsonOf<typeof cypherGraphShape.fields>;

export const cypherTableShape = shape('CypherTableDto', {
  columns: memory.texts({ example: ['name', 'count(*)'] }),
  rows: memory.any<readonly (readonly unknown[])[]>({
    type: 'array',
    items: { type: 'array', items: {} },
    description:
      'A value for each column: JSON. A node has its `id` and the members of `nodes` of the graph; a relationship has the members of `edges`; a path has `nodes` and `edges`.',
  }),
});
export type CypherTableDto = JsonOf<typeof cypherTableShape.fields>;

export const cypherPlanShape = shape('CypherPlanDto', {
  plan: memory.texts({ example: ['scan u by label User', 'project u limit'] }),
});
export type CypherPlanDto = JsonOf<typeof cypherPlanShape.fields>;
