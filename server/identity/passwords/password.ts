import { argon2, type Argon2Parameters, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { isEqual } from '../../base/signing.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** A random hash, so that refusing an unknown address takes as long as refusing a wrong password. */
const DUMMY_HASH = encode(randomBytes(16), randomBytes(COST.tagLength))

/** Hashes into the usual text form, `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return encode(nonce, await derive('argon2id', { ...COST, message: password, nonce }))
}

/** Compares in the same time whether or not there is a hash to compare with. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = (hash ?? DUMMY_HASH).split('$')
  const [, memory, passes, parallelism] = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(cost) ?? []
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return isEqual(actual, expected) && Boolean(hash)
}

function encode(nonce: Buffer, tag: Buffer): string {
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(nonce)}$${bare(tag)}`
}
