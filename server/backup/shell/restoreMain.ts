import { refuseDemo } from '../../database/connect.ts'
import { BackupError } from '../BackupError.ts'
import { openCopy } from '../openCopy.ts'
import { openFiles } from '../place/openPlace.ts'
import { restoreCopy } from '../restoreCopy.ts'
import { argumentsOf, counted, inShell, readIdentity, refuseRoot } from './shell.ts'

/** `npm run restore -- FILE [--key FILE]`: FILE is a path, the name of a copy at BACKUP_TO, or `latest`. */
await inShell(async ({ config, folder, say, show }) => {
  const { values, given } = argumentsOf({ key: { type: 'string' } })
  if (!given) throw new BackupError('Say what to restore: npm run restore -- FILE')
  refuseDemo(config)
  refuseRoot(config.dataDir, 'restore')
  const copy = await openCopy(given, config, folder, readIdentity(values.key, folder))
  const files = await openFiles(config)
  const clock = () => new Date()
  const { rows, tables, files: count, waiting } = await restoreCopy(copy, { config, files, clock }, show)
  show.end()
  const letters =
    waiting === 0
      ? 'No letter waits.'
      : `${waiting} ${waiting === 1 ? 'letter waits' : 'letters wait'} and will be sent when Elimu starts.`
  say(
    `${copy.name} is restored: ${counted(rows, 'row')} of ${counted(tables, 'table')} and ${counted(count, 'file')}. Every hash agrees.
${letters} Everybody signs in anew.`,
  )
  if (config.backupTo)
    say(
      'The Elimu that was copied may still keep its copies at BACKUP_TO. If this one replaces it: npm run backup -- --take-over',
    )
})
