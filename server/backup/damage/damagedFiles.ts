import { type DamagedFile, damagedWords, fileWords } from '#contract/backups.ts'
import type { Db } from '../../database/connect.ts'
import type { Manifest } from '../copy/copyFormat.ts'

export type Damaged = DamagedFile & { key: string; sha256: string | null; type: string }

/** The files whose last reading found damage, except accepted losses. The longest damaged ones are first. */
export async function damagedFiles(db: Db, limit = Infinity): Promise<Damaged[]> {
  const rows = await damaged(db)
    .innerJoin('files', 'files.id', 'stored_hashes.file_id')
    .innerJoin('students', 'students.id', 'files.student_id')
    .select(['stored_hashes.key', 'stored_hashes.damaged_since', 'stored_hashes.damage', 'letter_at'])
    .select(['stored_hashes.sha256', 'stored_hashes.file_id'])
    .select(['files.key as main', 'files.medium_key', 'files.type', 'files.name', 'files.purpose'])
    .select(['students.id as student_id', 'students.ref'])
    .orderBy('damaged_since')
    .orderBy('stored_hashes.key')
    .$if(limit < Infinity, (query) => query.limit(limit))
    .execute()
  return rows.map(({ main, medium_key, damaged_since, damage, purpose, type, ...row }) => {
    const size = row.key === main ? '' : row.key === medium_key ? ', medium size' : ', small size'
    return Object.assign(row, {
      kind: `${fileWords[purpose]}${size}`,
      type: size ? 'image/webp' : type,
      damage: damage ?? 'damaged',
      since: damaged_since ?? '',
    })
  })
}

export async function countDamaged(db: Db): Promise<number> {
  const { count } = await damaged(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** When the stored file that was read longest ago was read; null without files. */
export async function oldestReading(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('stored_hashes')
    .select('read_at')
    .orderBy('read_at')
    .limit(1)
    .executeTakeFirst()
  return row?.read_at ?? null
}

export const damaged = (db: Db) =>
  db.selectFrom('stored_hashes').where('damage', 'is not', null).where('accepted_at', 'is', null)

/** Why a copy with missing files is not good; undefined if it has all files except accepted losses. */
export async function damageIn(db: Db, files: Manifest['files']): Promise<string | undefined> {
  const missing = Object.keys(files).filter((key) => files[key]?.is_missing)
  if (missing.length === 0) return undefined
  const accepted = await db
    .selectFrom('stored_hashes')
    .select('key')
    .where('accepted_at', 'is not', null)
    .execute()
  const isAccepted = new Set(accepted.map(({ key }) => key))
  const lacking = new Set(missing.filter((key) => !isAccepted.has(key)))
  if (lacking.size === 0) return undefined
  // A file that was fetched back during the backup is no longer damaged, but is not in this copy.
  const named = (await damagedFiles(db)).filter(({ key }) => lacking.has(key))
  return `${damagedWords(lacking.size)}: ${filesText(named, lacking.size)}`
}

export const WHAT_TO_DO =
  'Take them from a copy: npm run backup -- --fetch-back. If no copy has them: npm run backup -- --accept-loss'

/** How many files a sentence names. */
export const NAMED = 10

/** `Report card of ELM-0012 (missing), Gallery of ELM-0007 (damaged), 3 others` */
export function filesText(
  files: Pick<DamagedFile, 'kind' | 'ref' | 'damage'>[],
  total = files.length,
): string {
  const named = files.slice(0, NAMED).map(fileText)
  const others = total - named.length
  if (others > 0) named.push(others === 1 ? '1 other' : `${others} others`)
  return named.join(', ')
}

export const fileText = ({ kind, ref, damage }: Pick<DamagedFile, 'kind' | 'ref' | 'damage'>) =>
  `${kind}${ofStudent(ref)}${damage})`

/** How a sentence names the student of a file. Anonymising finds it by these words. */
export const ofStudent = (ref: string) => ` of ${ref} (`
