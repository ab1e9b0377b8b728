import { refuseDemo } from '../../database/connect.ts'
import { studentData } from '../../studentData.ts'
import { BackupError } from '../copy/BackupError.ts'
import { LEDGER } from '../copy/copyFormat.ts'
import { describeLedger, type FoundLedger } from '../findLedger.ts'
import { openCopy } from '../location/openCopy.ts'
import { openFiles } from '../location/openLocation.ts'
import { restoreCopy } from '../restoreCopy.ts'
import {
  argumentsOf,
  inShell,
  keyOptions,
  readFingerprint,
  readKeys,
  refuseRoot,
  signedBy,
  summary,
} from './command.ts'

/** `npm run restore -- FILE [--key FILE] [--signer FINGERPRINT] [--ledger-signer FINGERPRINT] [--without-ledger]`: FILE is a path, the name of a copy at BACKUP_TO, or `latest`. */
await inShell(async ({ config, folder, say, show }) => {
  const { values, given } = argumentsOf({
    ...keyOptions,
    'ledger-signer': { type: 'string' },
    'without-ledger': { type: 'boolean' },
  })
  if (!given) throw new BackupError('Name the copy to restore: npm run restore -- FILE')
  refuseDemo(config)
  refuseRoot(config.dataDir, 'restore')
  const keys = { ...readKeys(values, folder), ledgerSigner: readFingerprint('ledger-signer', values) }
  const copy = await openCopy(given, config, folder, keys)
  const files = await openFiles(config)
  let claim = 'npm run backup -- --take-over'
  const onChecked = (signer: string | undefined, found: FoundLedger | undefined) => {
    show.end()
    say(`${signedBy(signer, keys)}\n${describeLedger(found, signer)}`)
    if (signer) claim += ` --signer ${signer}`
    if (keys.identity) claim += ' --key FILE'
  }
  const withoutLedger = values['without-ledger']
  const restoring = { config, files, studentData, clock: () => new Date(), onChecked, withoutLedger }
  const { manifest, waiting, anonymised, isOwnLedger } = await restoreCopy(copy, restoring, show)
  show.end()
  const letters =
    waiting === 0
      ? 'No letters are waiting.'
      : `${waiting} ${waiting === 1 ? 'letter is' : 'letters are'} waiting and will be sent when Elimu starts.`
  const again =
    anonymised === 0
      ? ''
      : `${anonymised} ${anonymised === 1 ? 'record' : 'records'} that had been anonymised since the copy: anonymised again.\n`
  say(`${copy.name} is restored: ${summary(manifest)}. Every hash agrees.
${again}${letters} Everybody must sign in again.`)
  if (isOwnLedger)
    say(
      `Only the copy’s own ${LEDGER} was used. Records that were anonymised after it was made are back; anonymise them again.`,
    )
  if (config.backupTo)
    say(`The original Elimu may still store its copies at BACKUP_TO. If this one replaces it: ${claim}`)
})
