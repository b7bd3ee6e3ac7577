import { IntegerSetting, TextSetting } from './setting.decorators.js';
import { SsoSettings } from './sso-settings.js';

function isMailServer(text: string): boolean {
  return text === '' || (/^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '');
}

/** The settings of mail, syslog and reports. */
export class AlertSettings extends SsoSettings {
  @TextSetting(
    'SMTP_URL',
    '',
    [isMailServer, 'smtp://USER:PASSWORD@HOST:PORT or smtps://…, or empty'],
    'Server that accepts mail; empty sends none. smtp:// requires STARTTLS unless the host is this machine.',
  )
  readonly smtpUrl!: string;

  @TextSetting(
    'SMTP_FROM',
    'graphward@localhost',
    [/^[^\s<>,;"@]{1,64}@[^\s<>,;"@]{1,190}$/, 'an address of mail'],
    'Address that mail comes from.',
  )
  readonly smtpFrom!: string;

  @IntegerSetting(
    'SYSLOG_ENTERPRISE_NUMBER',
    32_473,
    [1, 4_294_967_295],
    'Private enterprise number (IANA) in the structured data of syslog messages; 32473 is the one for documentation.',
  )
  readonly syslogEnterpriseNumber!: number;

  @IntegerSetting('RETENTION_REPORTS', 365, [1, 36_500], 'Days that documents of reports are kept.')
  readonly retentionReports!: number;

  @IntegerSetting(
    'MAX_REPORT_DOCUMENTS',
    50,
    [1, 1000],
    'Documents that are kept of a report or, without one, of an account.',
  )
  readonly maxReportDocuments!: number;
}
