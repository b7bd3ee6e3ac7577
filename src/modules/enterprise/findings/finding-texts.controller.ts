import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { FindingTypeLookup } from '../../../analysis/findings/finding-type-lookup.js';
import { Public } from '../../../auth/allow.decorator.js';
import { NotFoundError } from '../../../base/errors.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { PathText } from '../../../http/input/path.decorators.js';
import { textsOf } from './findings.service.js';

/** Documents of the types of findings, where the reference product has them: programs read them without credentials. */
@ApiExcludeController()
@Requires('findings')
@Controller('ui/findings')
export class FindingTextsController {
  constructor(private readonly types: FindingTypeLookup) {}

  @Get(':finding/:document')
  @Public()
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  async get(
    @PathText('finding', 'Name of the type.') finding: string,
    @PathText('document', 'Name of the document.') document: string,
  ): Promise<string> {
    const type = (await this.types.all()).get(finding);
    const text = type && new Map(Object.entries(textsOf(type))).get(document);
    if (text === undefined) throw new NotFoundError('path.document', `there is no document ${finding}/${document}`);
    return text;
  }
}
