import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccessRule } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { JsonBodyAs } from '../../http/body/json-body.decorator.js';
import { McpExchange } from './mcp-exchange.js';

/** Model Context Protocol, by Streamable HTTP without sessions. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(private readonly exchange: McpExchange) {}

  @Post()
  // Each tool is a call of its own, which refuses limited accounts if it has to.
  @AccessRule({ permission: 'graph:read', readingKeys: true, limited: true })
  @HttpCode(200)
  async receive(
    @Caller() caller: Principal,
    @JsonBodyAs((body) => body, { type: 'object' }) body: object,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.exchange.answer(caller, body, request, response);
  }
}
