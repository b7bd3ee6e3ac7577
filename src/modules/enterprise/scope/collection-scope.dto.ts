import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, Matches } from 'class-validator';
import type { CamelCased } from '../../../base/values/letter-case.js';

function Flag(description: string): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ default: false, description }), IsBoolean());
}

/** Control characters are refused: object ids have none, and PostgreSQL cannot store NUL. */
function ObjectIds(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 1024 },
      maxItems: 1000,
      uniqueItems: true,
      default: [],
      description,
    }),
    IsArray(),
    ArrayMaxSize(1000),
    ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toUpperCase() : id)),
    Matches(/^[^\p{Cc}]{1,1024}$/u, {
      each: true,
      message: 'takes object ids: texts of 1 to 1024 characters without control characters',
    }),
  );
}

/** The scope in requests. */
export class CollectionScopeRequest {
  @Flag('Collect sessions. At least one of the collection options must be true.')
  readonly session_collection: boolean = false;

  @Flag('Collect local groups.')
  readonly local_group_collection: boolean = false;

  @Flag('Collect the structure of the directory.')
  readonly ad_structure_collection: boolean = false;

  @Flag('Collect certificate services.')
  readonly cert_services_collection: boolean = false;

  @Flag('Collect the registries of certificate authorities.')
  readonly ca_registry_collection: boolean = false;

  @Flag('Collect the registries of domain controllers.')
  readonly dc_registry_collection: boolean = false;

  @Flag('Collect from every trusted domain; only without `ous` and `domains`.')
  readonly all_trusted_domains: boolean = false;

  @ObjectIds(
    'Organisational units of the graph to collect from, by object id or distinguished name; only without `domains` and `all_trusted_domains`.',
  )
  readonly ous: readonly string[] = [];

  @ObjectIds('Domains of the graph to collect from, by object id; only without `ous` and `all_trusted_domains`.')
  readonly domains: readonly string[] = [];
}

export type CollectionScope = CamelCased<CollectionScopeRequest>;
