import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { doubtfulSettings } from './doubtfulSettings.ts'
import { StartError } from './base/StartError.ts'

const inEnvironment = (environment: Record<string, string>) =>
  doubtfulSettings(environment, {}, readConfig(environment))
const inFile = (names: string[]) => {
  const file = Object.fromEntries(names.map((name) => [name, 'x']))
  return doubtfulSettings(file, file, readConfig({}))
}

describe('a name that is almost a setting', () => {
  it.for([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['STORAGEURL', 'STORAGE_URL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['ADMIN_MAIL', 'ADMIN_EMAIL'],
    ['NOTIFICATION_ADMIN', 'NOTIFICATIONS_ADMIN'],
  ] as const)('is named with the setting: %s, %s', ([name, setting]) => {
    const meant = `which Elimu does not know. Is ${setting} meant?`
    expect(inEnvironment({ [name]: 'x' })).toEqual([`${name} is set, ${meant}`])
    expect(() => inFile([name])).toThrow(new StartError(`.env sets ${name}, ${meant}`))
  })

  it('stops the start even if it is short or in lower case, when it is in .env', () => {
    for (const name of ['AP_URL', 'port', 'smtp_url']) expect(() => inFile([name])).toThrow(StartError)
  })

  it('is ignored in the environment when it is empty', () => {
    expect(inEnvironment({ SMPT_URL: '' })).toEqual([])
  })
})

it('reports nothing about the environment of a usual machine', () => {
  const usual =
    'PATH HOME HOSTNAME HOSTTYPE HOSTS PORTS POST USER LOGNAME SHELL TERM LANG LC_ALL PWD OLDPWD TMPDIR EDITOR MAIL ' +
    'host port app_url http_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSH_AUTH_SOCK XDG_DATA_DIRS XDG_DATA_HOME ' +
    'XDG_RUNTIME_DIR INIT_CWD NODE NODE_ENV NODE_OPTIONS npm_config_prefix npm_package_name npm_lifecycle_event CI ' +
    'DEBUG API_URL API_KEY BASE_URL WEB_URL FTP_URL HTTP_URL REDIS_URL DB_URL MONGO_URL SITE_URL ROOT_URL APP_NAME ' +
    'APP_ENV APP_KEY APP_DEBUG APP_DATA APPDATA LOCALAPPDATA ProgramData COMPUTERNAME LOG_FILE LOG_FORMAT LOG_DIR ' +
    'SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS MAIL_HOST MAIL_PORT MAIL_TO MAILFROM_NAME DATABASE_HOST DATABASE_NAME ' +
    'DATABASE_USER PGHOST PGDATA POSTGRES_DB STORAGE_CLASS AWS_ACCESS_KEY_ID JWT_SECRET CLIENT_SECRET ADMIN_USER ' +
    'ADMIN_PASSWORD KUBERNETES_PORT KUBERNETES_SERVICE_HOST SYSTEMD_EXEC_PID INVOCATION_ID JOURNAL_STREAM WSLENV'
  expect(inEnvironment(Object.fromEntries(usual.split(' ').map((name) => [name, 'x'])))).toEqual([])
})

it('reports variables in .env that no known program reads', () => {
  expect(inFile(['PORT', 'AWS_ACCESS_KEY_ID', 'TZ', 'HTTPS_PROXY', 'SMTP_HOST', 'SMTP_PORT'])).toEqual([
    '.env sets SMTP_HOST, SMTP_PORT, which Elimu does not know.',
  ])
})

describe('an APP_URL that only this machine can open', () => {
  const line = (appUrl: string, why: string) => [
    `APP_URL is ${appUrl}, but ${why}: links in letters open on this machine only. Set APP_URL to the address that people use.`,
  ]

  it.for([
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ HOST: '::' }, 'HOST is ::'],
    [{ SMTP_URL: 'smtp://user:hunter2@mail.example.org' }, 'SMTP_URL is set'],
    [{ HOST: '10.0.0.5', SMTP_URL: 'smtp://mail' }, 'HOST is 10.0.0.5 and SMTP_URL is set'],
  ] as const)('is doubted with %j', ([settings, why]) => {
    expect(inEnvironment(settings)).toEqual(line('http://localhost:3000', why))
    for (const APP_URL of ['http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(inEnvironment({ ...settings, APP_URL })).toEqual(line(APP_URL, why))
    expect(inEnvironment({ ...settings, APP_URL: 'https://elimu.example.org' })).toEqual([])
  })

  it.for(['127.0.0.1', 'localhost', '::1'])('is what it should be on HOST=%s without mail', (HOST) => {
    expect(inEnvironment({ HOST })).toEqual([])
  })
})
