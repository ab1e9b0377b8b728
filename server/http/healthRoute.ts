import { z } from 'zod'
import { backupMessages, type RestoreTest } from '#contract/backups.ts'
import { clockDifference } from '../database/clockDifference.ts'
import { diskSpace } from '../files/diskSpace.ts'
import { newKey } from '../files/fileKey.ts'
import type { Services } from '../Services.ts'
import type { App } from './schemas.ts'

/** How long an answer is cached, so that frequent requests do not write to database and files each time. */
const CACHE_MS = 5_000
/** The time limit for each step of the check. */
const STEP_MS = 4_000
/** How long a letter may wait before the answer contains a warning. */
const LATE_MS = 60 * 60_000
/** The share of the disk that should be free: uploads, copies before updates and test restores need space. */
const FREE_SHARE = 0.1
/** Times in letters, sessions and backups of several processes agree to this. */
const CLOCK_MS = 60_000

const failing = z.object({ status: z.literal('failing'), part: z.enum(['database', 'files']) })
const ok = z.object({
  status: z.literal('ok'),
  /** How many letters wait for the mail server, and since when the oldest of them waits. */
  letters: z.object({ waiting: z.number(), since: z.string().nullable() }),
  /** When the last good backup was verified by reading it back. */
  backup: z.string().nullable(),
  /** What is wrong with the backups although the last one is good. */
  backup_problem: z.string().optional(),
  /** The last test restore: when it ended, and whether it passed. */
  backup_test: z.object({ at: z.string(), passed: z.boolean(), seconds: z.number() }).optional(),
  /** What needs attention although Elimu can serve, in sentences. */
  warnings: z.array(z.string()),
})

type Part = z.infer<typeof failing>['part']
type Health = z.infer<typeof ok> | z.infer<typeof failing>

/** For monitoring: whether Elimu can serve, and if not, which part fails. */
export function healthRoute(app: App, services: Services): void {
  const { db, files, outbox, clock } = services
  let last: { at: number; health: Promise<Health> } | undefined
  /**
   * Steps that are still running, even past their time limit. While there is one, no new check starts: it would hang
   * too.
   */
  let pending = 0

  app.get(
    '/api/health',
    {
      config: { isPublic: true, isPlain: true },
      schema: { summary: 'Whether Elimu can serve', response: { 200: ok, 503: failing } },
    },
    async (request, reply) => {
      const now = performance.now()
      if (!last || (pending === 0 && now - last.at > CACHE_MS)) last = { at: now, health: examine() }
      const health = await last.health
      return health.status === 'ok' ? health : reply.code(503).send(health)

      async function examine(): Promise<Health> {
        let part: Part = 'database'
        const step = <Result>(of: Part, work: Promise<Result>): Promise<Result> => {
          part = of
          return inTime(work)
        }
        try {
          // If a later step fails, the note lets the sweeper find the file.
          const note = { key: newKey(), since: clock().toISOString() }
          await step('database', db.insertInto('unowned_bytes').values(note).execute())
          await step('files', files.put(note.key, Buffer.from('Elimu can write here.'), 'text/plain'))
          await step('files', files.remove(note.key))
          await step('database', db.deleteFrom('unowned_bytes').where('key', '=', note.key).execute())
          const { waiting, since } = await step('database', outbox.state(db))
          const letters = { waiting, since }
          const good = await step('database', services.backups.lastGood())
          const test = await step('database', services.backups.lastTest())
          const warnings = await step('database', services.backups.warnings())
          const difference = await step('database', clockDifference(services))
          const space = await step('files', diskSpace(files.incoming))
          return {
            status: 'ok',
            letters,
            backup: good?.read_back_at ?? null,
            ...(good?.is_unpruned && { backup_problem: backupMessages.notPruned }),
            ...(test?.ended_at && { backup_test: resultOf(test, test.ended_at) }),
            warnings: [
              ...lateLetters(letters, clock()),
              ...warnings,
              ...fullDisk(space),
              ...wrongClock(difference),
            ],
          }
        } catch (error) {
          request.log.error({ err: error, part }, 'health check failed')
          return { status: 'failing', part }
        }
      }
    },
  )

  async function inTime<Result>(work: Promise<Result>): Promise<Result> {
    pending += 1
    const ended = () => void (pending -= 1)
    work.then(ended, ended)
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`no answer in ${STEP_MS} ms`)), STEP_MS)
    try {
      return await Promise.race([work, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Letters are usually sent within a minute. */
function lateLetters({ waiting, since }: { waiting: number; since: string | null }, now: Date): string[] {
  if (!since || now.getTime() - Date.parse(since) < LATE_MS) return []
  return [`${waiting === 1 ? '1 letter waits' : `${waiting} letters wait`} to be sent since ${since}.`]
}

export function fullDisk({ free, size }: { free: number; size: number }): string[] {
  const share = free / size
  return share < FREE_SHARE
    ? [`The disk of DATA_DIR is almost full: ${Math.floor(share * 100)} % is free.`]
    : []
}

function wrongClock(difference: number): string[] {
  if (Math.abs(difference) <= CLOCK_MS) return []
  const by = `${Math.round(Math.abs(difference) / 1000)} seconds ${difference > 0 ? 'ahead of' : 'behind'}`
  return [`The clock of this machine is ${by} that of PostgreSQL.`]
}

const resultOf = ({ state, started_at }: RestoreTest, at: string) => ({
  at,
  passed: state === 'passed',
  seconds: Math.round((Date.parse(at) - Date.parse(started_at)) / 1000),
})
