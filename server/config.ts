import { isIP } from 'node:net'
import { z } from 'zod'
import { StartError } from './base/StartError.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const SECRET_MIN = 32
const S3 = 's3://KEY:SECRET@bucket?endpoint=https://host&region=name'
const SMTP = 'smtp://user:password@host:587 or smtps://…, with ?requireTLS=false if the server offers no TLS'
const POSTGRES = 'postgres://user:password@host:5432/name'
const KEEP = 'how many to keep, like 7d 5w 12m: of the last days, weeks and months'

function isUrl(text: string, ...protocols: string[]): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocols.includes(protocol) && [username, password].every(isDecodable)
}

/** Whether a PostgreSQL URL names a host, or the folder of a Unix socket as `?host=`. */
function hasHost(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.hostname !== '' || url.searchParams.has('host'))
}

/** No path is allowed, because the page is served from the root. */
const isOrigin = (text: string) => URL.canParse(text) && `${new URL(text).origin}/` === new URL(text).href

/** A bucket's URL has no path, and its endpoint is an http or https URL. */
function isBucket(text: string, path = /^\/?$/): boolean {
  const url = URL.parse(text)
  const endpoint = url?.searchParams.get('endpoint') ?? 'https://host'
  return url !== null && url.hostname !== '' && path.test(url.pathname) && isUrl(endpoint, 'http:', 'https:')
}

/** Several installations may share a bucket for backups: the path is the beginning of one's keys. */
const isBackupBucket = (text: string) => isBucket(text, /^(\/[\w.-]+)*\/?$/)

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return Boolean(url?.hostname) && /^(\?requireTLS=(true|false))?$/.test(url?.search ?? '')
}

/** User names and passwords in URLs are percent-encoded. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** `7d 5w 12m`: at least one of the three, each once. */
function readKeep(text: string): BackupKeep | undefined {
  const [, days = 0, weeks = 0, months = 0] =
    /^(?:(\d{1,3})d)? ?(?:(\d{1,3})w)? ?(?:(\d{1,3})m)?$/.exec(text) ?? []
  const keep = { days: Number(days), weeks: Number(weeks), months: Number(months) }
  return keep.days + keep.weeks + keep.months > 0 ? keep : undefined
}

const url = (what: string, ...protocols: string[]) =>
  z.string().refine((text) => isUrl(text, ...protocols), what)

/** An IP address, or a network like 10.0.0.0/8. */
const address = z.string().refine((text) => {
  const [ip = '', bits = '0', more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return more === undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most
})

const onOrOff = (standard: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'on or off')
    .default(standard)
    .transform((value) => value === 'on')

/** Each message states the valid values, so that the operator can correct the setting from the message alone. */
const settings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'a whole number from 0 to 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(POSTGRES, 'postgres:', 'postgresql:').refine(hasHost, POSTGRES).optional(),
  STORAGE_URL: url(S3, 's3:').refine(isBucket, S3).optional(),
  SMTP_URL: url(SMTP, 'smtp:', 'smtps:').refine(isMailServer, SMTP).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'an address, like Elimu <no-reply@example.org>')
    .optional(),
  /** The address at which browsers reach the app. */
  APP_URL: url('an http:// or https:// address', 'http:', 'https:')
    .refine(isOrigin, 'an http:// or https:// address without a path')
    .optional(),
  APP_SECRET: z.string().min(SECRET_MIN, `a random text of ${SECRET_MIN} characters or more`).optional(),
  CHARITY_NAME: z
    .string()
    .max(100, 'a name of at most 100 characters')
    .regex(/^\P{Cc}*$/u, 'a name on one line')
    .default('Elimu'),
  CHARITY_URL: url('an http:// or https:// address', 'http:', 'https:').optional(),
  NOTIFICATIONS_ADMIN: z.email('an email address').toLowerCase().optional(),
  /** The first administrator's address. */
  ADMIN_EMAIL: z.email('an email address').toLowerCase().optional(),
  TRUST_PROXY: z
    .string()
    .transform((text) => (text === 'off' ? [] : text.split(/\s*,\s*/)))
    .pipe(z.array(address, 'off, or the addresses of the proxies, like 127.0.0.1, 10.0.0.0/8'))
    .default([]),
  /** How many calls a session may make in a minute, not counting uploads; 0 means no limit. */
  SESSION_CALLS_A_MINUTE: z
    .string()
    .regex(/^\d{1,6}$/, 'a whole number; 0 sets no limit')
    .transform(Number)
    .default(3_000),
  /** Whether browsers must use https for all subdomains too. */
  HSTS_SUBDOMAINS: onOrOff('off'),
  /** Whether users may verify records that they last changed themselves. */
  VERIFY_OWN_ENTRIES: onOrOff('on'),
  /** Where nightly backups go: a folder, or a bucket. */
  BACKUP_TO: z
    .string()
    .refine(
      (text) => !/^\w+:\/\//.test(text) || (isUrl(text, 's3:') && isBackupBucket(text)),
      `a folder, or ${S3}`,
    )
    .optional(),
  /** The time of the day in Nairobi. */
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of the day in Nairobi, like 02:00')
    .default('02:00'),
  BACKUP_KEEP: z.string().transform(readKeep).pipe(z.custom<BackupKeep>(Boolean, KEEP)).prefault('7d 5w 12m'),
  /** The age public key that backups are encrypted for. */
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'an age public key, like age1…')
    .optional(),
  /** Whether a copy is restored on trial every week. */
  BACKUP_TEST: onOrOff('on'),
  /** Opens `GET /api/metrics` to those who send it. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]+$/, 'a random text of letters, digits and signs, without spaces')
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

export const settingNames = Object.keys(settings.shape)

/** How many backups are kept: one of each of the last days, weeks and months. */
export type BackupKeep = { days: number; weeks: number; months: number }

export type Config = ReturnType<typeof readConfig>

/** Reads and checks all settings. An empty variable counts as unset, as `.env` files write it. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(settingNames.map((name) => [name, environment[name] || undefined]))
  const result = settings.safeParse(given)
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = String(issue?.path[0])
    throw new StartError(
      `${name} is ${shownValue(name, given[name])}, but takes ${validValues(name, issue)}.`,
    )
  }

  const env = result.data
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    storageUrl: env.STORAGE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `"${env.CHARITY_NAME.replaceAll('"', '')}" <no-reply@localhost>`,
    /** Without a slash at its end. */
    appUrl: (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    appSecret: env.APP_SECRET,
    charityName: env.CHARITY_NAME,
    charityUrl: env.CHARITY_URL,
    notificationsAdmin: env.NOTIFICATIONS_ADMIN,
    adminEmail: env.ADMIN_EMAIL,
    trustedProxies: env.TRUST_PROXY,
    sessionCallsAMinute: env.SESSION_CALLS_A_MINUTE,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    mayVerifyOwnEntries: env.VERIFY_OWN_ENTRIES,
    backupTo: env.BACKUP_TO,
    backupAt: env.BACKUP_AT,
    backupKeep: env.BACKUP_KEEP,
    backupRecipient: env.BACKUP_RECIPIENT,
    isBackupTested: env.BACKUP_TEST,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }
}

/** The value for the message, without secrets or the passwords in URLs, which must not reach terminals or logs. */
function shownValue(name: string, value: string | undefined): string {
  if (name === 'APP_SECRET' || name === 'METRICS_TOKEN') return `a text of ${value?.length} characters`
  return `"${/_(URL|TO)$/.test(name) ? value?.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1…@') : value}"`
}

function validValues(name: string, issue: z.core.$ZodIssue | undefined): string {
  // zod reports an invalid address as an issue of the element, without the message of the list.
  if (name === 'TRUST_PROXY') return 'off, or the addresses of the proxies, like 127.0.0.1, 10.0.0.0/8'
  return issue?.message ?? 'something else'
}
