import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { AnalysisRequestDto, DatapipeStatusDto } from './analysis.dto.js';
import { DatapipeService } from './datapipe.service.js';

@ApiController('', 'analysis')
export class DatapipeController {
  constructor(private readonly datapipe: DatapipeService) {}

  @Get('datapipe/status')
  @Allow('graph:read')
  @Operation({ summary: 'Get the state of reading and analysis', answer: dataOf(DatapipeStatusDto) })
  async getStatus(): Promise<{ data: DatapipeStatusDto }> {
    return { data: await this.datapipe.getStatus() };
  }

  @Get('analysis')
  @Allow('graph:read')
  @Operation({ summary: 'Get the requested analysis', answer: dataOf(AnalysisRequestDto) })
  async getRequest(): Promise<{ data: AnalysisRequestDto }> {
    return { data: await this.datapipe.getRequest() };
  }
}
