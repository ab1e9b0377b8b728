import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './base/StartError.ts'

const settings = (environment: Record<string, string>) => () => readConfig(environment)

it('every setting has a default or may be missing', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    storageUrl: undefined,
    smtpUrl: undefined,
    mailFrom: '"Elimu" <no-reply@localhost>',
    appUrl: 'http://localhost:3000',
    appSecret: undefined,
    charityName: 'Elimu',
    charityUrl: undefined,
    notificationsAdmin: undefined,
    adminEmail: undefined,
    trustedProxies: [],
    sessionCallsAMinute: 3_000,
    hstsSubdomains: false,
    mayVerifyOwnEntries: true,
    backupTo: undefined,
    backupAt: '02:00',
    backupKeep: { days: 7, weeks: 5, months: 12 },
    backupRecipient: undefined,
    isBackupTested: true,
    metricsToken: undefined,
    logLevel: 'info',
  })
})

it('treats an empty variable as unset, as .env files write it', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '', APP_SECRET: '' })).toEqual(readConfig({}))
})

it('reads each setting', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/var/elimu',
      LOG_LEVEL: 'warn',
      DATABASE_URL: 'postgresql://u:p@db:5432/elimu',
      STORAGE_URL: 's3://bucket?region=x',
      SMTP_URL: 'smtps://u:p@mail:465?requireTLS=false',
      MAIL_FROM: 'Watoto <post@example.org>',
      APP_URL: 'https://elimu.example.org/',
      APP_SECRET: 'x'.repeat(32),
      CHARITY_NAME: 'Watoto',
      CHARITY_URL: 'https://example.org',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
      NOTIFICATIONS_ADMIN: 'Post@Example.org',
      ADMIN_EMAIL: 'Chief@Example.org',
      VERIFY_OWN_ENTRIES: 'off',
      SESSION_CALLS_A_MINUTE: '600',
      HSTS_SUBDOMAINS: 'on',
      BACKUP_TO: 's3://copies/watoto',
      BACKUP_AT: '23:30',
      BACKUP_KEEP: '3d 2m',
      BACKUP_TEST: 'off',
      METRICS_TOKEN: 'a+token/of=40',
      BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/var/elimu',
    sessionCallsAMinute: 600,
    hstsSubdomains: true,
    mayVerifyOwnEntries: false,
    logLevel: 'warn',
    databaseUrl: 'postgresql://u:p@db:5432/elimu',
    storageUrl: 's3://bucket?region=x',
    smtpUrl: 'smtps://u:p@mail:465?requireTLS=false',
    mailFrom: 'Watoto <post@example.org>',
    appUrl: 'https://elimu.example.org',
    appSecret: 'x'.repeat(32),
    charityName: 'Watoto',
    charityUrl: 'https://example.org',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
    notificationsAdmin: 'post@example.org',
    adminEmail: 'chief@example.org',
    backupTo: 's3://copies/watoto',
    backupAt: '23:30',
    backupKeep: { days: 3, weeks: 0, months: 2 },
    backupRecipient: `age1${'q'.repeat(58)}`,
    isBackupTested: false,
    metricsToken: 'a+token/of=40',
  })
})

describe('an invalid setting is reported in one sentence with its name, its value and the valid values', () => {
  const port = 'a whole number from 0 to 65535'
  const keep = 'how many to keep, like 7d 5w 12m: of the last days, weeks and months'
  const postgres = 'postgres://user:password@host:5432/name'
  const s3 = 's3://KEY:SECRET@bucket?endpoint=https://host&region=name'
  const smtp =
    'smtp://user:password@host:587 or smtps://…, with ?requireTLS=false if the server offers no TLS'
  const http = 'an http:// or https:// address'
  const proxies = 'off, or the addresses of the proxies, like 127.0.0.1, 10.0.0.0/8'
  const levels = 'one of fatal, error, warn, info, debug, trace, silent'

  it.for([
    ['BACKUP_TO', 'ftp://host/copies', `a folder, or ${s3}`],
    ['BACKUP_TO', 's3://copies//watoto', `a folder, or ${s3}`],
    ['BACKUP_AT', '24:00', 'a time of the day in Nairobi, like 02:00'],
    ['BACKUP_AT', '2', 'a time of the day in Nairobi, like 02:00'],
    ['BACKUP_KEEP', 'all', keep],
    ['BACKUP_KEEP', '0d', keep],
    ['BACKUP_KEEP', '5w 7d', keep],
    ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1QQ', 'an age public key, like age1…'],
    ['PORT', 'eighty', port],
    ['PORT', '65536', port],
    ['PORT', '-1', port],
    ['PORT', '80.5', port],
    ['DATABASE_URL', 'mysql://db/elimu', postgres],
    ['DATABASE_URL', 'elimu', postgres],
    ['DATABASE_URL', 'postgres://', postgres],
    ['DATABASE_URL', 'postgres:///elimu', postgres],
    ['STORAGE_URL', '/var/files', s3],
    ['STORAGE_URL', 's3:bucket', s3],
    ['STORAGE_URL', 's3://bucket/folder', s3],
    ['STORAGE_URL', 's3://bucket?endpoint=minio:9000', s3],
    ['SMTP_URL', 'mail.example.org', smtp],
    ['SMTP_URL', 'http://mail.example.org', smtp],
    ['SMTP_URL', 'smtp://', smtp],
    ['SMTP_URL', 'smtp://:587', smtp],
    ['SMTP_URL', 'smtp:mail.example.org', smtp],
    ['SMTP_URL', 'smtp://mail.example.org?requireTls=false', smtp],
    ['SESSION_CALLS_A_MINUTE', '-1', 'a whole number; 0 sets no limit'],
    ['MAIL_FROM', 'Elimu', 'an address, like Elimu <no-reply@example.org>'],
    ['MAIL_FROM', 'a@b\r\nBcc: c@d', 'an address, like Elimu <no-reply@example.org>'],
    ['APP_URL', 'elimu.example.org', http],
    ['APP_URL', 'ftp://elimu.example.org', http],
    ['CHARITY_NAME', 'x'.repeat(101), 'a name of at most 100 characters'],
    ['CHARITY_NAME', 'Wa\ntoto', 'a name on one line'],
    ['CHARITY_URL', 'javascript:alert(1)', http],
    ['NOTIFICATIONS_ADMIN', 'the director', 'an email address'],
    ['ADMIN_EMAIL', 'admin', 'an email address'],
    ['TRUST_PROXY', 'true', proxies],
    ['TRUST_PROXY', '1.2.3.4, everybody', proxies],
    ['VERIFY_OWN_ENTRIES', 'no', 'on or off'],
    ['LOG_LEVEL', 'loud', levels],
  ] as const)('%s=%j', ([name, value, takes]) => {
    expect(settings({ [name]: value })).toThrow(new StartError(`${name} is "${value}", but takes ${takes}.`))
  })

  it('shows neither the secret nor a password inside an address', () => {
    expect(settings({ APP_SECRET: 'too short a secret' })).toThrow(
      new StartError(
        'APP_SECRET is a text of 18 characters, but takes a random text of 32 characters or more.',
      ),
    )
    expect(settings({ METRICS_TOKEN: 'two words' })).toThrow(
      new StartError(
        'METRICS_TOKEN is a text of 9 characters, but takes a random text of letters, digits and signs, without spaces.',
      ),
    )
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'STORAGE_URL', 'APP_URL', 'CHARITY_URL'])
      for (const value of [
        'wrong://user:hunter2@host/x',
        'wrong://user:hunt/er2@host/x',
        'wrong://user:hunt@er2@host/x',
        'user:hunter2@host/x',
      ]) {
        const thrown = messageOf(settings({ [name]: value }))
        expect(thrown).toContain(`${name} is `)
        expect(thrown).not.toMatch(/hunt|er2/)
      }
  })
})

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}
