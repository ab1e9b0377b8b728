import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { localTimeOf } from '#contract/base/days.ts'
import { BackupError } from '../copy/BackupError.ts'
import { trackBackup, beginBackup, STOPPED } from '../backupRow.ts'
import { makeBackup } from '../makeBackup.ts'
import { makeFile, partOf } from '../makeFile.ts'
import { type Keys, openCopy } from '../location/openCopy.ts'
import { newKeyPair } from '../copy/encryption.ts'
import { openSigner } from '../copy/signing.ts'
import { acceptDamage, fetchFiles, openRecords, readFiles } from './damageCommands.ts'
import {
  argumentsOf,
  inShell,
  keyOptions,
  readKeys,
  refuseRoot,
  type Shell,
  signedBy,
  sizeOf,
  summary,
} from './command.ts'

/** `npm run backup [-- FILE | --take-over [KEYS] | --check FILE [KEYS] | --read-files | --fetch-back [COPY] [KEYS] | --accept-loss | --new-key]`; KEYS are `--key FILE` and `--signer FINGERPRINT` */
await inShell(async (shell) => {
  const { values, given } = argumentsOf({
    check: { type: 'string' },
    ...keyOptions,
    'new-key': { type: 'boolean' },
    'take-over': { type: 'boolean' },
    'read-files': { type: 'boolean' },
    'fetch-back': { type: 'boolean' },
    'accept-loss': { type: 'boolean' },
  })
  if (values['new-key']) return showNewKey(shell)
  const keys = () => readKeys(values, shell.folder)
  if (values.check) return check(values.check, keys(), shell)
  if (values['read-files']) return readFiles(shell)
  if (values['fetch-back']) return fetchFiles(given, keys(), shell)
  if (values['accept-loss']) return acceptDamage(shell)
  return backUp(given, values['take-over'] ? keys() : undefined, shell)
})

async function showNewKey({ config, say }: Shell): Promise<void> {
  refuseRoot(config.dataDir, 'backup')
  const { identity, recipient } = await newKeyPair()
  say(`The public key, which Elimu encrypts with. Put this line into .env:

BACKUP_RECIPIENT=${recipient}

The private key, which alone opens the copies. It is shown only once. Store it outside this server, such as printed
in a safe and in a password manager. Without it, the copies cannot be read.

${identity}

The fingerprint of this Elimu, which signs its copies. It is not a secret. Store it with the private key: with
--signer and this fingerprint, a check or a restore refuses a copy that somebody else has made.

${openSigner(config).fingerprint}`)
}

async function check(file: string, keys: Keys, shell: Shell): Promise<void> {
  const { config, folder, show, say } = shell
  const copy = await openCopy(file, config, folder, keys)
  const { head, manifest, signer } = await copy.check(show)
  show.end()
  const madeAt = localTimeOf(new Date(head.made_at))
  say(`${copy.name}, made ${madeAt} Nairobi time: ${summary(manifest)}. Every hash agrees.
${signedBy(signer, keys)}`)
}

async function backUp(file: string | undefined, claim: Keys | undefined, shell: Shell): Promise<void> {
  const { config, folder, show, say, onStop } = shell
  if (claim && (file || !config.backupTo))
    throw new BackupError(file ? '--take-over needs no file: leave it out' : 'BACKUP_TO is not set')
  const services = await openRecords(shell)
  const { clock } = services
  const begun = await beginBackup(services)
  if (!begun) throw new BackupError('Elimu is already making a copy')
  const row = trackBackup(services, begun.id)
  const progress = {
    begin(...step: Parameters<typeof row.progress.begin>) {
      row.progress.begin(...step)
      show.begin(...step)
    },
    fileDone() {
      row.progress.fileDone()
      show.fileDone()
    },
  }

  if (config.backupTo && !file) {
    onStop(() => row.end({ state: 'failed', reason: STOPPED }))
    const ending = await makeBackup(services, { ...row, progress }, claim)
    show.end()
    if (ending.state !== 'good') throw new BackupError(ending.reason ?? '')
    say(
      `${ending.name} is made and read back: ${sizeOf(ending.bytes ?? 0)}, ${sizeOf(ending.new_bytes ?? 0)} of it new.`,
    )
    if (ending.reason) say(`${ending.reason}.`)
    return
  }

  // The row only protects the files from the sweep; the list of backups shows only those at BACKUP_TO.
  const path = resolve(folder, file ?? `elimu-${clock().toISOString().slice(0, 10)}.elimu`)
  onStop(async () => {
    await row.remove()
    await rm(partOf(path), { force: true })
  })
  try {
    const manifest = await makeFile(services, path, progress)
    show.end()
    say(`${path} is made and read back: ${summary(manifest)}. Every hash agrees.`)
    if (!config.backupRecipient)
      say(
        'It is not encrypted: anyone who has the file can read everything. Set BACKUP_RECIPIENT to encrypt copies.',
      )
  } finally {
    await row.remove()
  }
}
