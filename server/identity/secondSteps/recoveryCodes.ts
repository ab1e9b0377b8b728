import { createHash, randomBytes } from 'node:crypto'
import { accountMessages, RECOVERY_CODES } from '#contract/identity/account.ts'
import type { Trx } from '../../database/history.ts'

/** 32 letters and digits that are hard to confuse: each stands for five bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** A random code of 80 bits, in four groups. */
function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** The letters and digits of a code, however it was typed. */
const lettersOf = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** A fast hash is enough for 80 random bits. */
const hashCode = (typed: string) => createHash('sha256').update(lettersOf(typed)).digest('base64url')

export const isRecoveryCode = (typed: string): boolean => lettersOf(typed).length === LENGTH

/** Replaces a user's recovery codes, and returns the new ones. */
export async function replaceRecoveryCodes(trx: Trx, user_id: number, at: string): Promise<string[]> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashCode(code), created_at: at })))
    .execute()
  return codes
}

/** Uses a code up. Returns a sentence if it is refused. */
export async function claimRecoveryCode(
  trx: Trx,
  user_id: number,
  typed: string,
  at: string,
): Promise<string | undefined> {
  const code_hash = hashCode(typed)
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return undefined
  const used = await trx
    .selectFrom('recovery_codes')
    .select('id')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  return used ? accountMessages.usedRecoveryCode : accountMessages.wrongRecoveryCode
}

export async function countCodesLeft(trx: Trx, user_id: number): Promise<number> {
  const left = await trx
    .selectFrom('recovery_codes')
    .select('id')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  return left.length
}
