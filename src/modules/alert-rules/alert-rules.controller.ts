import { Delete, Get, Patch, Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { Repeatable } from '../../auth/repeats/repeatable.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathInt } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { CreateAlertRuleRequest, UpdateAlertRuleRequest } from './alert-rules.dto.js';
import { alertRuleList, type AlertRuleListRequest, alertRuleShape } from './alert-rules.fields.js';
import { AlertRulesService } from './alert-rules.service.js';

const PathRule = () => PathInt('alert_rule_id', 'Id of the rule.');

@ApiController('alert-rules', {
  name: 'alert rules',
  description: 'Rules that say on which occasions which channels receive an alert.',
})
export class AlertRulesController {
  constructor(private readonly rules: AlertRulesService) {}

  @Get()
  @Allow('alerts:read')
  @Operation({ summary: 'List alert rules', answer: pageOf(alertRuleShape.dto) })
  list(@ListQuery(alertRuleList) request: AlertRuleListRequest): Promise<JsonText> {
    return this.rules.list(request);
  }

  @Post()
  @Allow('alerts:manage')
  @Repeatable((it: AlertRulesController, { ids: [id] }) => it.get(Number(id)))
  @Operation({
    summary: 'Create an alert rule',
    description: 'The rule belongs to the caller, and makes alerts for as long as the caller may manage alerts.',
    status: 201,
    answer: dataOf(alertRuleShape.dto),
    errors: [409],
  })
  create(
    @Caller() caller: Principal,
    @JsonBody(CreateAlertRuleRequest) body: CreateAlertRuleRequest,
  ): Promise<JsonText> {
    return this.rules.create(caller, body);
  }

  @Get(':alert_rule_id')
  @Allow('alerts:read')
  @Operation({ summary: 'Get an alert rule', answer: dataOf(alertRuleShape.dto) })
  get(@PathRule() id: number): Promise<JsonText> {
    return this.rules.get(id);
  }

  @Patch(':alert_rule_id')
  @Allow('alerts:manage')
  @Operation({
    summary: 'Change an alert rule',
    description: 'Absent properties stay unchanged. The rule then compares with what is so now.',
    answer: dataOf(alertRuleShape.dto),
    errors: [409],
  })
  update(@PathRule() id: number, @JsonBody(UpdateAlertRuleRequest) body: UpdateAlertRuleRequest): Promise<JsonText> {
    return this.rules.update(id, body);
  }

  @Delete(':alert_rule_id')
  @Allow('alerts:manage')
  @Operation({
    summary: 'Delete an alert rule',
    description: 'Alerts that it has made are still delivered.',
    status: 204,
    answer: noBody,
  })
  delete(@PathRule() id: number): Promise<void> {
    return this.rules.delete(id);
  }
}
