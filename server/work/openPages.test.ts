import { expect, it } from 'vitest'
import { fold } from '#contract/base/lists.ts'
import { lacks, type Missing, type Step } from '#contract/records/steps.ts'
import { giveConsent } from '../testing/data/consents.ts'
import { addReceipts, addReportCards } from '../testing/data/records.ts'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents, givePictures, withoutExam } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'

/** Sixty students for whom different things are open. */
async function addRegister(test: TestApp): Promise<void> {
  const nyando = await addSchool(test.db)
  const mukaa = await addSchool(test.db, 'Mukaa Boys')
  const ids = await addStudents(
    test.db,
    Array.from({ length: 60 }, (_, index) => ({
      name: `${['Faith', 'Kevin', 'Ruth'][index % 3]} ${['Atieno', 'Otieno'][index % 2]} ${index}`,
      school_id: index % 4 === 0 ? mukaa : nyando,
      status: index % 7 === 0 ? 2 : 0,
      liaison_id: index % 5 === 0 ? cast.coordinator.id : cast.liaison.id,
      mother: index % 6 === 0 ? null : 'Rose Akinyi',
      ...(index % 8 === 0 && withoutExam),
    })),
  )
  const some = (isSo: (index: number) => boolean) => ids.filter((_id, index) => isSo(index))
  await givePictures(
    test,
    some((index) => index % 2 === 0),
  )
  for (const id of some((index) => index % 2 === 0)) await giveConsent(test, id)
  const records = ids.map((student_id, index) => ({
    student_id,
    term: index % 3 === 0 ? 'Term 2' : 'Term 1',
    status: index % 5 === 0 ? 0 : 1,
  }))
  await addReportCards(
    test,
    records.filter((_record, index) => index % 4 !== 1),
  )
  await addReceipts(
    test,
    records.filter((_record, index) => index % 3 !== 2),
  )
  const returned = test.db.updateTable('reports').set({ remark: 'Blurred' }).where('status', '=', 0)
  await returned.where('id', '>', 8).execute()
}

type Answer = { data: Missing[]; students: number; meta: { total: number; whole: boolean } }

it('the pages of an invented register, in order, are the whole list, also those of filters and searches', async () => {
  const test = await openWithCast()
  await addRegister(test)
  for (const [who, call] of [
    [cast.coordinator, '?'],
    [cast.coordinator, '?mine=1&'],
    [cast.coordinator, '?year_id=1&term_id=1&'],
    [cast.liaison, '?'],
  ] as const) {
    const client = await test.signIn(who)
    const read = async (more: string) =>
      (await client.get(`/api/notifications/missing${call}${more}`)).body as Answer
    const whole = await read('')
    expect(whole.meta).toEqual({ total: whole.data.length, whole: true })
    expect(whole.data.length).toBeGreaterThan(10)

    const expectPages = async (more: string, isSo: (row: Missing) => boolean, all = whole.data) => {
      const wanted = all.filter(isSo)
      const rows: Missing[] = []
      for (let page = 1; page === 1 || rows.length < wanted.length; page++) {
        const { data, students, meta } = await read(`page=${page}&size=25${more}`)
        expect(meta, more).toEqual({ total: wanted.length, whole: false })
        expect(students).toBe(whole.students)
        rows.push(...data)
      }
      expect(rows, more).toEqual(wanted)
      expect((await read(`all=1${more}`)).data, more).toEqual(wanted)
    }
    await expectPages('', () => true)
    expect(await read('whole=100&page=1&size=5')).toEqual(whole)
    expect((await read('whole=5&page=1&size=5')).data).toEqual(whole.data.slice(0, 5))
    for (const [lack, closing] of Object.entries(lacks))
      await expectPages(`&lack=${lack}`, ({ open }) =>
        open.some((step) => (closing as readonly Step[]).includes(step)),
      )
    await expectPages('&search=mukaa', ({ school }) => school === 'Mukaa Boys')
    await expectPages('&search=ati+ruth', ({ name }) => name.startsWith('Ruth Atieno'))
    await expectPages('&search=chebet', ({ liaison }) => liaison.includes('Chebet'))

    const placeOf = ({ liaison, name }: Missing) => fold(`${liaison}\n${name}`)
    const byLiaison = whole.data.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    await expectPages('&sort=liaison', () => true, byLiaison)
    if (call.includes('mine') || who === cast.liaison) continue

    await expectPages(
      '&sort=liaison&lack=profile',
      ({ open }) => open.includes('facts') || open.includes('picture') || open.includes('certificate'),
      byLiaison,
    )
    const counted = (await client.get(`/api/notifications/missing/counts${call}`)).body
    const countOf = (isSo: (row: Missing) => boolean) => whole.data.filter(isSo).length
    expect(counted).toMatchObject({
      total: whole.data.length,
      students: whole.students,
      to_verify: countOf(({ step }) => step === 'verify'),
      lacks: {
        unverified: countOf(({ open }) => open.includes('verify')),
        returned: countOf(({ open }) => open.includes('correct')),
        noReport: countOf(({ open }) => open.includes('add_report')),
      },
    })
  }
})
