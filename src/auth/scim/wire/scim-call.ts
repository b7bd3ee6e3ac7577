import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { HeaderText } from '../../../http/input/path.decorators.js';
import { OpenQuery } from '../../../http/input/query.decorators.js';
import { AccessRule } from '../../allow.decorator.js';
import { ScimAnswers } from './scim-answers.js';

/**
 * A call of an identity provider, by a provisioning token. Its answers have the forms of RFC 7643 and RFC 7644, which `/Schemas` describes
 * for providers. The OpenAPI document is for clients of the API and leaves these calls out.
 */
export function ScimCall(status = 200): MethodDecorator {
  return applyDecorators(
    AccessRule({ permission: 'accounts:provision' }),
    UseInterceptors(ScimAnswers),
    HttpCode(status),
  );
}

const parts = {
  attributes: 'Names of the attributes that the answer has, separated by commas.',
  excludedAttributes: 'Names of attributes that the answer lacks.',
};

/** Parameters of calls that answer a resource. Providers add parameters of their own, which are ignored. */
export function ScimQuery(): ParameterDecorator {
  return OpenQuery(parts);
}

/** As {@link ScimQuery}, for lists. */
export function ScimListQuery(): ParameterDecorator {
  return OpenQuery({
    filter: 'Filter of RFC 7644, such as `userName eq "ada@corp.example"`.',
    startIndex: 'Number of the first resource, from 1 on.',
    count: 'Most resources of the answer, up to 200.',
    ...parts,
  });
}

export function IfMatch(): ParameterDecorator {
  return HeaderText(
    'If-Match',
    'Version that the caller has read, from `ETag`. If there is another one, the answer is 412.',
  );
}
