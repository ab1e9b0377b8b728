import { Readable } from 'node:stream'
import type { Objects } from '../../files/FileStore.ts'
import { BackupError } from './BackupError.ts'
import { damaged } from './readCopy.ts'

/** Loaded with the first encrypted copy, because the library takes 4 MB. */
const age = () => import('age-encryption')

/** Encrypts data to be sent, or passes it on unchanged. */
export type Encryption = {
  /** The age public key, or null. */
  recipient: string | null
  /** The private key of this run, which opens what it has encrypted; undefined without encryption. */
  identity: string | undefined
  encrypt: (source: Readable) => Promise<Readable>
  /** Decrypts data that this run has encrypted. */
  decrypt: (source: Readable) => Promise<Readable>
}

/**
 * Encrypts for the recipient, and for an identity that exists in this run only: the server cannot decrypt earlier
 * copies, but can check that what it encrypts now can be decrypted.
 */
export async function createEncryption(recipient: string | undefined): Promise<Encryption> {
  if (!recipient) {
    const same = async (source: Readable) => source
    return { recipient: null, identity: undefined, encrypt: same, decrypt: same }
  }
  const { Encrypter, generateX25519Identity, identityToRecipient } = await age()
  const ofThisRun = await generateX25519Identity()
  const encrypter = new Encrypter()
  try {
    for (const each of [recipient, await identityToRecipient(ofThisRun)]) encrypter.addRecipient(each)
  } catch (error) {
    throw new BackupError('BACKUP_RECIPIENT is not a valid age public key', { cause: error })
  }
  return {
    recipient,
    identity: ofThisRun,
    encrypt: async (source) => fromWeb(await encrypter.encrypt(toWeb(source))),
    decrypt: (source) => decryptWith(ofThisRun, source),
  }
}

export const encryptionMessages = {
  noKey: 'This copy is encrypted: give the file of its private key with --key, or set BACKUP_KEY',
  wrongKey:
    'This key does not open this copy: it belongs to other copies, or the copy is damaged at its beginning',
  badKey: 'This is not a private key: private keys begin with AGE-SECRET-KEY-1',
  notEncrypted:
    'This is not encrypted, although a key was given: it may be forged. To read it anyway, leave the key out',
} as const

/** Creates a key pair. The server stores only the public key. */
export async function newKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export async function decryptWith(identity: string, source: Readable): Promise<Readable> {
  // Before the library is loaded, so that the errors of the source have a listener.
  const encrypted = toWeb(source)
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  let isKey = false
  try {
    decrypter.addIdentity(identity)
    isKey = true
    return fromWeb(await decrypter.decrypt(encrypted))
  } catch (error) {
    source.destroy()
    if (!isKey) throw new BackupError(encryptionMessages.badKey, { cause: error })
    const { code, message } = error as { code?: unknown; message: string }
    // Reading the source failed; its contents may be valid.
    if (error instanceof BackupError || typeof code === 'string') throw error
    const isWrongKey = message.startsWith('no identity matched')
    throw new BackupError(isWrongKey ? encryptionMessages.wrongKey : damaged.unreadable, { cause: error })
  }
}

const BEGINNING = 'age-encryption.org/v1'

export async function isEncrypted(location: Objects, name: string): Promise<boolean> {
  const { stream } = await location.open(name, { start: 0, end: BEGINNING.length - 1 })
  return Buffer.concat(await stream.toArray()).toString('latin1') === BEGINNING
}

const toWeb = (source: Readable) => Readable.toWeb(source) as ReadableStream<Uint8Array>
const fromWeb = (source: ReadableStream) => Readable.fromWeb(source as Parameters<typeof Readable.fromWeb>[0])
