import { Name } from './rules.js';

export class RenameAssetGroupRequest {
  @Name('Build systems')
  readonly name!: string;
}
