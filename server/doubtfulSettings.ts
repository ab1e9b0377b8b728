import { editDistance } from '#contract/base/editDistance.ts'
import { type Config, settingNames } from './config.ts'
import { settingsFile } from './loadEnvironment.ts'
import { isLoopback } from './mail/transport.ts'
import { StartError } from './base/StartError.ts'

/**
 * Variables in `.env` that other programs use: AWS, Node, PostgreSQL's client, proxies, Docker Compose, `npm run dev`.
 */
const OTHER_PROGRAMS = /^(AWS_|NODE_|PG|POSTGRES_|COMPOSE_)|_PROXY$|^(TZ|ELIMU_SERVER_PORT)$/i

type Variables = Record<string, string | undefined>

/** Warnings for the operator about settings that are valid but probably mistakes, one line each. */
export function doubtfulSettings(environment: Variables, file: Variables, config: Config): string[] {
  return [
    ...unknownInFile(file, settingsFile(environment)),
    ...misspelt(environment, file),
    ...unreachableLinks(config),
  ]
}

/** The file belongs to Elimu, so a name in it that is almost a setting is refused as misspelt. */
function unknownInFile(file: Variables, path: string): string[] {
  const unknown = Object.keys(file).filter((name) => !settingNames.includes(name))
  for (const name of unknown) {
    const setting = settingLike(name.toUpperCase())
    if (setting) throw new StartError(`${path} sets ${name}, which Elimu does not know. Is ${setting} meant?`)
  }
  const others = unknown.filter((name) => !OTHER_PROGRAMS.test(name))
  return others.length > 0 ? [`${path} sets ${others.join(', ')}, which Elimu does not know.`] : []
}

/**
 * Other programs use the environment too, so a name in it that is almost a setting is only reported.
 */
function misspelt(environment: Variables, file: Variables): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (!environment[name] || name in file || settingNames.includes(name)) return []
    const setting = settingLike(name)
    // Names of other programs, such as API_URL, are too often similar to a short setting.
    if (!setting || setting.length < 8) return []
    return `${name} is set, which Elimu does not know. Is ${setting} meant?`
  })
}

function unreachableLinks({ appUrl, host, smtpUrl }: Config): string[] {
  const isPublic = !isLoopback(host)
  if (!isLoopback(new URL(appUrl).hostname) || !(isPublic || smtpUrl)) return []
  const why = [isPublic && `HOST is ${host}`, smtpUrl && 'SMTP_URL is set'].filter(Boolean).join(' and ')
  return [
    `APP_URL is ${appUrl}, but ${why}: links in letters open on this machine only. Set APP_URL to the address that people use.`,
  ]
}

/** The setting that a name probably misspells: at most one typing error in every five characters. */
function settingLike(name: string): string | undefined {
  return settingNames.find((setting) => editDistance(name, setting) <= setting.length / 5)
}
