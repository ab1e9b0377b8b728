import { expect, it } from 'vitest'
import { addBackups, backupsOf } from '../testing/backups/backupRows.ts'
import { openWithPlace } from '../testing/backups/backups.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const { administrator } = cast
const bucket = 's3://A-KEY:A-SECRET@elimu-copies/watoto?endpoint=https://store.example&region=eu'
const recipient = `age1${'q'.repeat(58)}`
/** In Nairobi, where the clock of these tests begins on 2 March at 11:00. */
const at = (time: string) => new Date(`2026-${time}+03:00`).toISOString()

const historyOf = ({ db }: TestApp) =>
  db
    .selectFrom('history')
    .select(['action', 'user_id'])
    .where('entity', '=', 'backup')
    .where('entity_id', '>', 0)
    .execute()

scenarios('without a backup location', [
  {
    name: 'the overview shows that nightly copies are off',
    as: 'administrator',
    call: 'GET /api/backups',
    contains: {
      data: { nightly: null, kept: 0, last_good: null, running: null, latest: [], lapse: null },
    },
  },
  {
    name: 'no copy can be started',
    as: 'administrator',
    call: 'POST /api/backups',
    conflict: 'No place for copies is set. The setting is BACKUP_TO: see Backup in docs/operating.md.',
  },
  ...(['director', 'coordinator', 'liaison', 'supporter'] as const).flatMap((as) => [
    { name: `the overview is not for a ${as}`, as, call: 'GET /api/backups', status: 403 },
    { name: `a ${as} begins none`, as, call: 'POST /api/backups', status: 403 },
  ]),
])

scenariosWith(
  'with a bucket for copies',
  { as: 'administrator', call: 'GET /api/backups' },
  [
    {
      name: 'the overview shows where, when and how copies are made, without any key',
      contains: {
        data: {
          now: at('03-02T11:00'),
          nightly: {
            to: 's3://elimu-copies/watoto',
            is_online: true,
            at: '14:30',
            next_at: at('03-02T14:30'),
            keep: { days: 3, weeks: 0, months: 2 },
            is_encrypted: true,
          },
        },
      },
      lacks: ['A-KEY', 'A-SECRET', 'store.example', recipient],
    },
    {
      name: 'the overview lists the last ten finished copies, the last good one and the running one',
      given: (test) =>
        addBackups(test, [
          { started_at: at('02-10T02:00'), night: '2026-02-10' },
          ...Array.from({ length: 10 }, (_, day) => ({
            state: 'failed' as const,
            started_at: at(`02-${day + 11}T02:00`),
            night: `2026-02-${day + 11}`,
            reason: 'The store did not answer',
          })),
          {
            state: 'running',
            started_at: at('03-02T10:41'),
            started_by: administrator.id,
            step: 'files',
            files_done: 2973,
            files_total: 4874,
          },
        ]),
      contains: {
        data: {
          last_good: { id: 1, is_nightly: true, read_back_at: at('02-10T02:00'), bytes: 3_420_000_000 },
          running: {
            id: 12,
            started_by: 'Amina Mwangi',
            is_nightly: false,
            step: 'files',
            files_done: 2973,
            files_total: 4874,
          },
          latest: Array.from({ length: 10 }, (_, index) => ({
            id: 11 - index,
            state: 'failed',
            reason: 'The store did not answer',
            read_back_at: null,
          })),
        },
      },
    },
    {
      name: 'no copy can be started while another runs',
      given: (test) =>
        addBackups(test, [{ state: 'running', started_at: test.clock().toISOString(), step: 'files' }]),
      call: 'POST /api/backups',
      conflict: 'A copy is being made already.',
    },
  ],
  { BACKUP_TO: bucket, BACKUP_AT: '14:30', BACKUP_KEEP: '3d 2m', BACKUP_RECIPIENT: recipient },
)

it('a copy that an administrator starts is made, and the history records who started it', async () => {
  const { test, BACKUP_TO } = await openWithPlace()
  const client = await test.signIn(administrator)
  expect(await client.post('/api/backups')).toMatchObject({
    status: 200,
    body: { success: true, message: 'A copy is being made.' },
  })
  await test.whenLogged('backup ended')
  const [backup] = await backupsOf(test)
  expect(backup).toMatchObject({ state: 'good', started_by: administrator.id, night: null })
  expect(await historyOf(test)).toEqual([{ action: 'started', user_id: administrator.id }])
  const { body } = await client.get('/api/backups')
  expect(body).toMatchObject({
    data: {
      nightly: { to: BACKUP_TO, is_online: false, is_encrypted: false },
      running: null,
      last_good: { id: backup?.id, started_by: 'Amina Mwangi', is_nightly: false },
      latest: [{ id: backup?.id, state: 'good', reason: null }],
      kept: 1,
    },
  })
  expect(test.logged()).toContain('backup begun')
})

it('health reports when the last good copy was read back', async () => {
  const test = await openTestApp()
  expect((await test.client().get('/api/health')).body).toMatchObject({ backup: null })
  await addBackups(test, [
    { started_at: at('03-01T02:00'), read_back_at: at('03-01T02:04') },
    { started_at: at('02-28T02:00') },
    { started_at: at('03-02T02:00'), state: 'failed' },
  ])
  // The first process caches its answer for some seconds.
  const other = await openTestApp({ beside: test })
  expect((await other.client().get('/api/health')).body).toMatchObject({ backup: at('03-01T02:04') })
})
