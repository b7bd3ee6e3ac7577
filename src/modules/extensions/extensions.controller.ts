import { Delete, Get, Put, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { JsonBodyAs } from '../../http/body/json-body.decorator.js';
import { PathInt } from '../../http/input/path.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataMemberOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import {
  type ExtensionDraft,
  type ExtensionDto,
  extensionSchema,
  extensionShape,
  readExtension,
} from './extensions.dto.js';
import { ExtensionsService } from './extensions.service.js';

/** Descriptions of OpenGraph kinds, environments and findings. */
@ApiController('extensions', 'extensions')
export class ExtensionsController {
  constructor(private readonly extensions: ExtensionsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List the extensions', answer: dataMemberOf('extensions', extensionShape.dto) })
  async list(): Promise<{ data: { extensions: ExtensionDto[] } }> {
    const extensions = await this.extensions.list();
    return { data: { extensions: extensions.map((it) => ({ ...it, is_builtin: false })) } };
  }

  @Put()
  @Allow('graph:write')
  @Operation({
    summary: 'Create or replace an extension',
    description:
      'Replaces the extension of the same name. Walks follow the kinds that are traversable at once; findings, environments and data quality follow with the next analysis.',
    answer: noBody,
    errors: [409],
  })
  @ApiResponse({ status: 201, description: 'The extension is new.' })
  async save(
    @JsonBodyAs(readExtension, extensionSchema) draft: ExtensionDraft,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    if (await this.extensions.save(draft)) response.status(201);
  }

  @Delete(':extension_id')
  @Allow('graph:write')
  @Operation({ summary: 'Delete an extension', status: 204, answer: noBody })
  delete(@PathInt('extension_id', 'Id of the extension.') id: number): Promise<void> {
    return this.extensions.delete(id);
  }
}
