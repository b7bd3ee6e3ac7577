import { loadSettings } from '../../src/base/config/load-settings.js';
import { createLogger } from '../../src/observability/logging/logger.js';
import { serve } from '../../src/server.js';
import { answerMeasurements } from '../measured-process.js';

/** The service as main.ts starts it, in a measured process. */
const settings = loadSettings(process.env);
const { logger } = createLogger(settings);
const service = await serve(settings, logger);
answerMeasurements(service.url, () => service.stop());
