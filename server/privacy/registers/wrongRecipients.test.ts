import { expect, it } from 'vitest'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { WRONG_RECIPIENT, wrongRecipientMessages } from '#contract/privacy/wrongRecipients.ts'
import { USER_DISABLED, USER_NEW, userMessages } from '#contract/users.ts'
import { addStudents } from '../../testing/data/students.ts'
import { addUser, cast } from '../../testing/data/users.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'

const CALL = 'POST /api/students/1/wrong-recipient'
const input = { supporter_id: String(cast.supporter.id), what: 'picture', on: '2026-03-01' }

/** A supporter who saw a student of somebody else. */
const given = async ({ db }: TestApp) => {
  const other = await addUser(db, { email: 'own.supporter@example.org' })
  await addStudents(db, [{ supporter_id: other.id }, { supporter_id: cast.supporter.id }, { status: 2 }])
  const user_id = cast.supporter.id
  const view = { student_id: 1, kind: 'pictures', day: '2026-03-01', count: 2, user_id } as const
  await db
    .insertInto('views')
    .values([
      view,
      { ...view, day: '2026-03-02' },
      { ...view, day: '2026-02-28', kind: 'reports' },
      { ...view, user_id: cast.liaison.id, kind: 'profile' },
    ])
    .execute()
  await db
    .insertInto('departures')
    .values({
      student_id: 1,
      user_id,
      at: '2026-03-01T09:00:00.000Z',
      how: 'download',
      what: 'Picture, “Grace and Faith”',
      went_to: 'Their own device',
      letter_id: null,
    })
    .execute()
}

const seen = [
  { what: 'Downloaded: Picture', days: 1, last: '2026-03-01' },
  { what: 'Opened: Pictures', days: 2, last: '2026-03-02' },
]

scenariosWith(CALL, { as: 'director', call: CALL, given, input }, [
  {
    name: 'lists what the supporter saw of the student since then, and asks them to delete it',
    contains: {
      message: wrongRecipientMessages.letterWaits,
      data: { supporter: 'Samuel Kiptoo', is_asked: true, seen },
    },
    async after({ db }) {
      const [letter] = await db.selectFrom('letters').select(['recipient', 'subject', 'text']).execute()
      expect(letter).toMatchObject({
        recipient: cast.supporter.email,
        subject: 'Please delete what reached you by mistake - Elimu',
        text: expect.stringContaining('On 1 Mar 2026 a picture of Faith reached you by mistake.'),
      })
      expect(letter?.text).toContain('Downloaded: Picture, on 1 Mar 2026')
      expect(letter?.text).toContain('Opened: Pictures, on 2 days, last on 2 Mar 2026')
      expect(letter?.text).not.toContain('Grace')
      const rows = await db.selectFrom('wrong_recipients').selectAll().execute()
      expect(rows).toMatchObject([{ student_id: 1, supporter_id: cast.supporter.id, letter_id: 1 }])
    },
  },
  {
    name: 'is in the history of the student, and in Who looked',
    async after(test) {
      const client = await test.signIn(cast.director)
      const history = await client.get('/api/students/1?query=history')
      expect(history.body).toMatchObject({
        data: [{ action: WRONG_RECIPIENT, changes: [{ to: 'Samuel Kiptoo' }, { to: 'A picture' }, {}] }],
      })
      const { body } = await client.get('/api/students/1/accesses')
      expect(body).toMatchObject({
        data: {
          left: [{ how: 'mistake', what: 'A picture, received on 1 Mar 2026', went_to: 'Samuel Kiptoo' }, {}],
        },
      })
    },
  },
  {
    name: 'takes other words for what they got, and never writes them in the letter',
    input: { ...input, what: 'The letter about Faith Achieng of Term 1' },
    async after({ db }) {
      const [letter] = await db.selectFrom('letters').select('text').execute()
      expect(letter?.text).toContain('On 1 Mar 2026 something else of Faith reached you by mistake.')
      expect(letter?.text).not.toContain('Achieng')
      const changes = await db
        .selectFrom('history')
        .select('changes')
        .where('action', '=', WRONG_RECIPIENT)
        .execute()
      expect(JSON.stringify(changes)).toContain('The letter about Faith Achieng of Term 1')
      const left = await db.selectFrom('departures').select('what').where('how', '=', 'mistake').execute()
      expect(left).toEqual([{ what: 'The letter about Faith Achieng of Term 1, received on 1 Mar 2026' }])
    },
  },
  {
    name: 'refuses what is missing, under its field',
    input: {},
    errors: {
      supporter_id: [wrongRecipientMessages.supporterRequired],
      what: [wrongRecipientMessages.whatRequired],
      on: [wrongRecipientMessages.onRequired],
    },
  },
  {
    name: 'refuses a user who is no supporter',
    input: { ...input, supporter_id: cast.liaison.id },
    errors: { supporter_id: [wrongRecipientMessages.supporterUnknown] },
  },
  {
    name: 'refuses the student’s own supporter',
    call: 'POST /api/students/2/wrong-recipient',
    errors: { supporter_id: [wrongRecipientMessages.isOwn] },
  },
  {
    name: 'refuses a day to come',
    input: { ...input, on: '2026-03-03' },
    errors: { on: [wrongRecipientMessages.onAhead] },
  },
  {
    name: 'notes what reached a disabled account, to which no letter can be sent',
    async given(test) {
      await given(test)
      await test.db
        .updateTable('users')
        .set({ status: USER_DISABLED })
        .where('id', '=', cast.supporter.id)
        .execute()
    },
    contains: { message: wrongRecipientMessages.noLetter, data: { is_asked: false, seen } },
    history: { entity: 'wrong_recipient', action: WRONG_RECIPIENT },
    async after({ db }) {
      expect(await db.selectFrom('letters').selectAll().execute()).toEqual([])
      const rows = await db.selectFrom('wrong_recipients').selectAll().execute()
      expect(rows).toMatchObject([{ student_id: 1, supporter_id: cast.supporter.id, letter_id: null }])
      const left = await db.selectFrom('departures').selectAll().where('how', '=', 'mistake').execute()
      expect(left).toMatchObject([{ student_id: 1, went_to: 'Samuel Kiptoo', letter_id: null }])
    },
  },
  {
    name: 'refuses a record that waits to be anonymised',
    call: 'POST /api/students/3/wrong-recipient',
    async given(test) {
      await given(test)
      await (await test.signIn(cast.administrator)).post('/api/students/3/anonymise', { ref: 'EL-0003' })
    },
    conflict: erasureMessages.readOnly,
  },
  { name: 'does not know another student', call: 'POST /api/students/9/wrong-recipient', status: 404 },
  { name: 'refuses coordinators', as: 'coordinator', status: 403 },
])

it.each(['wrong_recipients', 'deletion_letters'] as const)(
  'refuses to delete a New supporter who is in %s only',
  async (table) => {
    const { test, client } = await openSignedIn('administrator', { given })
    const { id } = cast.supporter
    await test.db.updateTable('users').set({ status: USER_NEW }).where('id', '=', id).execute()
    expect(await client.post('/api/students/1/wrong-recipient', input)).toMatchObject({ status: 200 })
    await test.db.updateTable('students').set({ supporter_id: null }).execute()
    const other = table === 'wrong_recipients' ? 'deletion_letters' : 'wrong_recipients'
    await test.db.deleteFrom(other).execute()
    expect(await client.post(`/api/delete/${id}`)).toMatchObject({
      status: 409,
      body: { message: userMessages.hasNews },
    })
  },
)
