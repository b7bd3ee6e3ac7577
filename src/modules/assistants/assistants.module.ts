import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller.js';
import { McpExchange } from './mcp-exchange.js';
import { McpService } from './server/mcp.service.js';

/** Answers assistants, which ask by the Model Context Protocol. */
@Module({ controllers: [McpController], providers: [McpExchange, McpService] })
export class AssistantsModule {}
