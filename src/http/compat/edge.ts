import type { NestExpressApplication } from '@nestjs/platform-express';
import { Settings } from '../../base/config/settings.js';
import { FastExpressAdapter } from '../fast-express-adapter.js';
import { CompatAdapter } from './compat-adapter.js';
import { compatMiddleware } from './compat.middleware.js';

/** Where the application meets its clients. */
export interface Edge {
  /** What the application is made with. */
  readonly settings: Settings;
  readonly adapter: FastExpressAdapter;
  /** After configureHttp, before the routes. */
  readonly apply: (app: NestExpressApplication) => void;
}

const keyword = 'bhesignature';

/** The edge that the setting COMPAT asks for: ours as it is, or one that clients of the reference product know (docs/adr/0024-compatibility.md). */
export function edgeOf(settings: Settings): Edge {
  if (settings.compat === '') return { settings, adapter: new FastExpressAdapter(), apply: () => {} };
  return {
    settings: withKeyword(settings),
    adapter: new CompatAdapter(),
    apply: (app) => void app.use(compatMiddleware),
  };
}

function withKeyword(settings: Settings): Settings {
  const others = settings.signatureKeywords.filter((it) => it.toLowerCase() !== keyword);
  const signatureKeywords = Object.freeze([...others, keyword]);
  return Object.freeze(Object.assign(new Settings(), settings, { signatureKeywords }));
}
