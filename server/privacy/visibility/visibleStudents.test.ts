import { afterAll, describe, expect, it } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { type SharedPurpose, sharedPurposes } from '#contract/privacy/consentStates.ts'
import { sharedFacts } from '#contract/students/students.ts'
import { UNVERIFIED, VERIFIED } from '#contract/records/records.ts'
import { FULL, giveConsent, holdFrom } from '../../testing/data/consents.ts'
import { addMedia } from '../../testing/data/media.ts'
import { addReceipts, addReportCards } from '../../testing/data/records.ts'
import { storeFile } from '../../testing/files/storedFile.ts'
import { addSchool } from '../../testing/data/schools.ts'
import { addStudents, givePictures } from '../../testing/data/students.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'
import type { Answer, TestClient } from '../../testing/testClient.ts'
import { mp4 } from '../../testing/files/trialFiles.ts'
import { addUser, cast, type TestUser } from '../../testing/data/users.ts'
import { watchedOf } from '../../testing/watchAnswers.ts'
import { openShared } from '../../testing/whenFinished.ts'

const NAME = 'Baraka'
const OF_UNVERIFIED = 'Unfinished'
const SURNAME = 'Otieno'

/** The facts of the student, each with a value that nothing else contains. */
const facts = {
  name: `${NAME} ${SURNAME}`,
  category: 2,
  gender: 2,
  dob: '2009-07-14',
  dor: '2019-02-03',
  entry_exam: 'KCPE',
  kcpe: 371,
  assessment_no: 'ASM-7741',
  pathway: 'STEM',
  ambition: 'Volcanologist',
  siblings: 27,
  languages: 'Kiluhya',
  admission_no: 'ADM-5519',
  background: 'Raised beside the lake',
  mother: 'Consolata Adhiambo',
  father: 'Zablon Ouko',
  guardian: 'Perpetua Nafula',
  guardian_phone: '0722 909 808',
} as const
/** The facts that an answer contains, by the names of their fields. */
const factsIn = (text: string) => [
  ...(text.includes(SURNAME) ? ['name'] : []),
  ...Object.entries(facts).flatMap(([name, value]) =>
    name !== 'name' && text.includes(`"${name}":${JSON.stringify(value)}`) ? [name] : [],
  ),
  ...(text.includes('Mwangaza') ? ['school'] : []),
  ...(/"liaison":"/.test(text) ? ['liaison'] : []),
  ...(/"age":\d/.test(text) ? ['age'] : []),
]

/** Words that occur in the data of each purpose. The addresses of files are checked separately. */
const words: Record<SharedPurpose, RegExp> = {
  profile: /Otieno|Mwangaza/,
  progress: /Steady work|22244|"kcpe":371/,
  pictures: /Relay race/,
  videos: /Choir film/,
}

/**
 * The calls that answer a supporter with data of their students, and the purposes that cover it, if any. A new call that answers
 * such data must be added here, and must follow the rule of consent.
 */
const ofStudents: Record<string, SharedPurpose[]> = {
  'GET /api/doc': ['progress'],
  'GET /api/finance?query=:student': ['profile', 'progress'],
  'GET /api/finance?query=profile': ['profile', 'progress'],
  'GET /api/reports?query=:student': ['profile', 'progress'],
  'GET /api/reports?query=profile': ['profile', 'progress'],
  'GET /api/students/:id?query=gallery': ['profile', 'pictures', 'videos'],
  'GET /api/students/:id?query=profile': ['profile', 'progress', 'pictures'],
  'GET /api/students?query=activities': ['profile', 'pictures'],
  'GET /api/students?query=children': ['profile', 'progress', 'pictures', 'videos'],
  'GET /api/students?query=list': ['profile', 'pictures'],
}

const isList = (call: string) => /students\?query=(list|activities|children)/.test(call)

/** A student with data of every kind, and their supporter. All ids are 1. */
async function openWithStudent() {
  const test = await openWithCast()
  const supporter = await addUser(test.db, { email: 'baraka@elimu.test', role_id: 5 })
  const school_id = await addSchool(test.db, 'Mwangaza Secondary School')
  const [student_id = 0] = await addStudents(test.db, [
    { ...facts, school_id, supporter_id: supporter.id },
    { name: 'Zuri Wekesa', status: 2 },
  ])
  await givePictures(test, [student_id])
  await addMedia(test, [
    { student_id, title: 'Relay race' },
    { student_id, title: 'Choir film', film: mp4() },
  ])
  for (const [status, term, comment] of [
    [VERIFIED, 'Term 1', 'Steady work'],
    [UNVERIFIED, 'Term 2', OF_UNVERIFIED],
  ] as const) {
    const record = { student_id, status, term, liaison_comment: comment }
    await addReportCards(test, [{ ...record, teacher_comment: comment }])
    await addReceipts(test, [record])
  }
  await addPdfs(test, student_id)
  const files = await filesOf(test)
  return { test, supporter, student_id, files }
}

/** Adds a certificate, a document, and the signed form of a consent. */
async function addPdfs(test: TestApp, student_id: number): Promise<void> {
  const { db } = test
  const pdf = { student_id, type: 'application/pdf', name: `${NAME} ${SURNAME}.pdf` }
  const store = async (purpose: 'certificate' | 'document' | 'consent') =>
    (await storeFile(test, Buffer.from('%PDF-'), { ...pdf, purpose })).id
  await db
    .updateTable('students')
    .set({ certificate_id: await store('certificate') })
    .where('id', '=', student_id)
    .execute()
  const year = await db.selectFrom('years').select('id').executeTakeFirstOrThrow()
  const at = '2026-01-05T06:00:00.000Z'
  await db
    .insertInto('documents')
    .values({
      student_id,
      year_id: year.id,
      type: 1,
      file_id: await store('document'),
      updated_at: at,
      updated_by: 1,
    })
    .execute()
  await store('consent')
}

type File = { id: number; purpose: SharedPurpose | 'never'; sizes: string[]; isNamed: boolean }

/** Every file with the purpose that covers it. */
async function filesOf({ db }: TestApp): Promise<File[]> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('reports', 'reports.file_id', 'files.id')
    .leftJoin('receipts', 'receipts.file_id', 'files.id')
    .select(['files.id', 'files.purpose', 'files.type', 'files.name', 'medium_key', 'thumb_key'])
    .select((eb) => eb.fn.coalesce('reports.status', 'receipts.status').as('status'))
    .execute()
  return rows.map(({ id, purpose, type, name, medium_key, thumb_key, status }) => ({
    id,
    isNamed: name.includes(SURNAME),
    purpose:
      purpose === 'consent' || status === UNVERIFIED
        ? 'never'
        : type === 'video/mp4'
          ? 'videos'
          : ['picture', 'media'].includes(purpose)
            ? 'pictures'
            : 'progress',
    sizes: ['', ...(medium_key ? ['?size=medium'] : []), ...(thumb_key ? ['?size=thumb'] : [])],
  }))
}

/** The reading calls that the server has. */
function readingCalls({ app }: TestApp): string[] {
  const urls = new Set(watchedOf(app).routes.map(({ url }) => url))
  return Object.keys(allCalls).filter(
    (name) => name.startsWith('GET ') && urls.has(name.slice('GET '.length).split('?')[0] ?? ''),
  )
}

/** The answers of these calls about the student, except those that are not for supporters, or change something. */
async function answersOf(client: TestClient, calls: string[]) {
  const answers = new Map<string, Answer>()
  for (const call of calls) {
    const path = call.slice('GET '.length).replaceAll(/:\w+/g, '1')
    const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}student=1&year=1`)
    if (answer.status !== 403 && answer.status !== 419) answers.set(call, answer)
  }
  return answers
}

/** The purposes whose data an answer contains. */
function purposesIn({ text }: Answer, files: File[]): string[] {
  const addresses = [...text.matchAll(/\/api\/files\/(\d+)/g)].map(([, id]) => Number(id))
  const found = new Set<string>(
    addresses.map((address) => files.find(({ id }) => id === address)?.purpose ?? 'unknown'),
  )
  for (const purpose of sharedPurposes) if (words[purpose].test(text)) found.add(purpose)
  return [...found].toSorted()
}

/** Walks through the calls about students and every file as the supporter, and expects what is shared, and nothing else. */
async function expectShared(
  { test, supporter, files }: Awaited<ReturnType<typeof openWithStudent>>,
  shared: SharedPurpose[],
  isStudentSeen = true,
): Promise<void> {
  const client = await test.signIn(supporter)
  const answers = await answersOf(client, Object.keys(ofStudents))
  for (const [call, answer] of answers) {
    // Without progress there is no record, and so not its school.
    const isAnswered = isStudentSeen && (shared.includes('progress') || !/finance|reports/.test(call))
    const shows = isAnswered ? (ofStudents[call] ?? []).filter((each) => shared.includes(each)) : []
    expect(purposesIn(answer, files), call).toEqual(shows.toSorted())
    const isFactShared = (fact: string) => shared.some((purpose) => purpose === sharedFacts[fact])
    expect(
      factsIn(answer.text).filter((fact) => !isFactShared(fact)),
      call,
    ).toEqual([])
    expect(!isStudentSeen && answer.text.includes(NAME), call).toBe(false)
    // A call that fails would prove nothing.
    const isHidden = !isStudentSeen && call in ofStudents && !isList(call)
    expect(answer.status, call).toBe(isHidden ? 404 : 200)
  }
  const inProfile = answers.get('GET /api/students/:id?query=profile')?.text ?? ''
  const isInProfile = (fact: string) =>
    isStudentSeen && shared.some((purpose) => purpose === sharedFacts[fact])
  expect(factsIn(inProfile).toSorted()).toEqual(
    [...Object.keys(facts), 'school', 'liaison', 'age'].filter(isInProfile).toSorted(),
  )
  for (const { id, purpose, sizes, isNamed } of files)
    for (const size of sizes) {
      const address = `/api/files/${id}${size}`
      const isSeen = isStudentSeen && purpose !== 'never' && shared.includes(purpose)
      const ask = (headers: Record<string, string> = {}) => client.get(address, { headers })
      const statuses = [
        (await ask()).status,
        (await ask({ range: 'bytes=0-1' })).status,
        (await ask({ 'if-none-match': `"${id}${size && `-${size.split('=')[1]}`}"` })).status,
        (await client.send({ method: 'HEAD', url: address })).status,
      ]
      const named = (await ask()).headers['content-disposition'] ?? ''
      expect(String(named).includes(SURNAME), address).toBe(
        isSeen && size === '' && purpose === 'progress' && shared.includes('profile') && isNamed,
      )
      const seen = [200, size ? 200 : 206, 304, 200]
      expect(statuses, `${purpose} ${address}`).toEqual(isSeen ? seen : [404, 404, 404, 404])
    }
}

const all = [...sharedPurposes]
const without = (...hidden: SharedPurpose[]) => all.filter((purpose) => !hidden.includes(purpose))
const TODAY = '2026-03-02'
const YESTERDAY = '2026-03-01'

type State = {
  name: string
  states?: Parameters<typeof giveConsent>[2]
  hold?: string
  /** The supporter's country. */
  country?: string | null
  isRestricted?: boolean
  shared: SharedPurpose[]
  isStudentSeen?: boolean
}

const states: State[] = [
  { name: 'nothing is recorded, and the gate only counts', shared: all },
  { name: 'nothing is recorded, and the gate will hide it tomorrow', hold: '2026-03-03', shared: all },
  { name: 'nothing is recorded, and the gate hides it since today', hold: TODAY, shared: [] },
  { name: 'everything is given, and the gate hides the rest', states: FULL, hold: TODAY, shared: all },
  ...sharedPurposes.map((purpose) => ({
    name: `there is a No to ${purpose}`,
    states: { ...FULL, [purpose]: '' },
    shared: without(purpose),
  })),
  { name: 'only a No to videos is recorded', states: { videos: '' }, shared: without('videos') },
  {
    name: 'only a No to videos is recorded, and the gate hides the rest',
    states: { videos: '' },
    hold: TODAY,
    shared: [],
  },
  {
    name: 'there is a No to keeping the record',
    states: { ...FULL, register: '' },
    shared: [],
    isStudentSeen: false,
  },
  ...sharedPurposes.map((purpose) => ({
    name: `the consent for ${purpose} ended yesterday`,
    states: { ...FULL, [purpose]: YESTERDAY },
    shared: without(purpose),
  })),
  {
    name: 'the consent for keeping the record ended yesterday',
    states: { ...FULL, register: YESTERDAY },
    shared: [],
    isStudentSeen: false,
  },
  {
    name: 'today is the last day of the consent',
    states: {
      ...FULL,
      register: TODAY,
      profile: TODAY,
      progress: TODAY,
      pictures: TODAY,
      videos: TODAY,
      abroad: TODAY,
    },
    hold: '2026-01-01',
    shared: all,
  },
  {
    name: 'there is a No to supporters abroad, and the supporter lives in Kenya',
    states: { ...FULL, abroad: '' },
    country: 'kenya',
    shared: all,
  },
  ...['Germany', null].flatMap((country) => [
    {
      name: `there is a No to supporters abroad, and the country of the supporter is ${country}`,
      states: { ...FULL, abroad: '' },
      country,
      shared: [],
      isStudentSeen: false,
    },
    {
      name: `the consent for supporters abroad ended yesterday, and the country of the supporter is ${country}`,
      states: { ...FULL, abroad: YESTERDAY },
      country,
      shared: [],
      isStudentSeen: false,
    },
    {
      name: `nobody was asked about supporters abroad, and the country of the supporter is ${country}`,
      states: { ...FULL, abroad: null },
      country,
      shared: all,
    },
    {
      name: `nobody was asked about that, the gate hides it, and the country is ${country}`,
      states: { ...FULL, abroad: null },
      hold: TODAY,
      country,
      shared: [],
    },
  ]),
  {
    name: 'nobody was asked about supporters abroad, the gate hides that, and the supporter lives in Kenya',
    states: { ...FULL, abroad: null },
    hold: TODAY,
    country: 'Kenya',
    shared: all,
  },
  { name: 'the record is restricted', states: FULL, isRestricted: true, shared: [], isStudentSeen: false },
]

type Group = {
  name: string
  given?: Parameters<typeof giveConsent>[2]
  isWaiting?: boolean
  isRestricted?: boolean
  isIn?: string[]
  titles: string[]
}
const groups: Group[] = [
  { name: 'a No to pictures', given: { pictures: '' }, titles: [] },
  { name: 'a No to videos', given: { videos: '' }, titles: ['Relay race'] },
  { name: 'a No to keeping the record', given: { register: '' }, titles: [] },
  { name: 'a No to report cards', given: { progress: '' }, titles: ['Choir film', 'Relay race'] },
  { name: 'a consent for pictures that has ended', given: { pictures: YESTERDAY }, titles: [] },
  { name: 'a No to supporters abroad', given: { abroad: '' }, titles: [] },
  { name: 'a record that waits to be anonymised', isWaiting: true, titles: [] },
  { name: 'a restricted record', isRestricted: true, titles: [] },
  {
    name: 'a No to pictures and is in only one of them',
    given: { pictures: '' },
    isIn: ['Relay race'],
    titles: ['Choir film'],
  },
]

async function restrict(test: TestApp, student: number): Promise<void> {
  const director = await test.signIn(cast.director)
  const answer = await director.post(`/api/students/${student}/restriction`, { reason: 'The mother asked' })
  expect(answer).toMatchObject({ status: 200 })
}

describe('what reaches the supporter of a student', () => {
  const app = openShared(openWithStudent)
  afterAll(async () => (await app).close())

  async function openWith(given: State['states'], student_id: number) {
    const { opened } = await app
    for (const table of ['consent_states', 'media_students', 'anonymisations', 'restrictions'] as const)
      await opened.test.db.deleteFrom(table).execute()
    if (given) await giveConsent(opened.test, student_id, given)
    return opened
  }

  it.for(states)('if $name', async (state) => {
    const { states: given, hold = null, country = null, isRestricted, shared, isStudentSeen } = state
    const opened = await openWith(given, 1)
    const { test, supporter } = opened
    await holdFrom(test, hold)
    await test.db.updateTable('users').set({ country }).where('id', '=', supporter.id).execute()
    if (isRestricted) await restrict(test, 1)
    await expectShared(opened, shared, isStudentSeen)
  })

  it.for(groups)('if another student in the pictures has $name', async (group) => {
    const { given, isWaiting, isRestricted, isIn, titles } = group
    const { test, student_id, supporter } = await openWith({ ...FULL, ...given }, 2)
    await holdFrom(test, null)
    const media = await test.db.selectFrom('media').select(['id', 'title', 'file_id']).execute()
    const shared = media.filter(({ title }) => isIn?.includes(title) ?? true)
    const rows = shared.map(({ id }) => ({ media_id: id, student_id: 2, gallery_of: student_id }))
    await test.db.insertInto('media_students').values(rows).execute()
    if (isRestricted) await restrict(test, 2)
    if (isWaiting) {
      const admin = await test.signIn(cast.administrator)
      await admin.post('/api/students/2/anonymise', { ref: 'EL-0002' })
    }
    const client = await test.signIn(supporter)
    const gallery = await client.get(`/api/students/${student_id}?query=gallery`)
    const shown = (gallery.body as { data: { gallery: { title: string }[] } }).data.gallery
    expect(shown.map(({ title }) => title)).toEqual(titles)
    expect(gallery.text).not.toContain('Zuri')
    const children = await client.get('/api/students?query=children')
    expect(children.body).toMatchObject({ data: [{ media: titles.length }] })
    for (const { title, file_id } of media) {
      const { status } = await client.get(`/api/files/${file_id}`)
      expect(status, title).toBe(titles.includes(title) ? 200 : 404)
    }
  })
})

it('shows the data of a student to their supporter, and to no other', async () => {
  const { test, supporter, files } = await openWithStudent()
  const own = await answersOf(await test.signIn(supporter), readingCalls(test))
  const shown = [...own].filter(([, { text }]) => text.includes(NAME) || text.includes('/api/files/'))
  expect(shown.map(([call]) => call).toSorted()).toEqual(Object.keys(ofStudents).toSorted())
  for (const [call, answer] of own)
    expect(purposesIn(answer, files), call).toEqual((ofStudents[call] ?? []).toSorted())
  for (const [call, { status, text }] of own) {
    // A call that fails would prove nothing.
    expect(status, `${call} has to answer the supporter of the student`).toBe(200)
    expect(text, call).not.toContain(OF_UNVERIFIED)
  }

  const others = await answersOf(await test.signIn(cast.supporter), readingCalls(test))
  for (const [call, answer] of others) {
    expect(answer.text, call).not.toContain(NAME)
    expect(purposesIn(answer, files), call).toEqual([])
  }
  // As if there were no such student.
  const missing = [...others].filter(([, { status }]) => status === 404).map(([call]) => call)
  const ofOne = Object.keys(ofStudents).filter((call) => !isList(call))
  expect(missing.toSorted()).toEqual(ofOne.toSorted())
})

it('finds a student by their surname only if the profile is shared', async () => {
  const { test, supporter, student_id } = await openWithStudent()
  const client = await test.signIn(supporter)
  const found = async (search: string) => {
    const { body } = await client.get(`/api/students?query=list&page=1&size=10&search=${search}`)
    return (body as { data: { name: string }[] }).data.map(({ name }) => name)
  }
  expect(await found('otieno')).toEqual(['Baraka Otieno'])
  await giveConsent(test, student_id, { ...FULL, profile: '' })
  expect(await found('otieno')).toEqual([])
  expect(await found('el-0001')).toEqual(['Baraka'])
})

it('shows staff everything, also what a family refused', async () => {
  const { test, student_id, files } = await openWithStudent()
  await giveConsent(test, student_id, { register: '', progress: '', pictures: '', videos: '' })
  await holdFrom(test, TODAY)
  const client = await test.signIn(cast.liaison)
  for (const { id } of files) expect((await client.get(`/api/files/${id}`)).status, `${id}`).toBe(200)
  const answers = await answersOf(client, Object.keys(ofStudents))
  for (const [call, shows] of Object.entries(ofStudents)) {
    const answer = answers.get(call)
    const found = answer ? purposesIn(answer, files) : shows
    expect(found, call).toEqual(expect.arrayContaining(shows))
  }
})

it('opens the files of a student for their supporter, and for no other', async () => {
  const { test, supporter, files } = await openWithStudent()
  expect(files.length).toBeGreaterThan(9)
  const open = async (user: Pick<TestUser, 'email'>, id: number) =>
    (await (await test.signIn(user)).get(`/api/files/${id}`)).status
  for (const { id, purpose } of files) {
    expect(await open(supporter, id), `${id}`).toBe(purpose === 'never' ? 404 : 200)
    expect(await open(cast.supporter, id), `${id}`).toBe(404)
  }
})
