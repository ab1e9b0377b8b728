import { expect, it } from 'vitest'
import { exportPath } from '#contract/privacy/exports.ts'
import { studentLabels } from '#contract/students/students.ts'
import { addStudents } from '../../testing/data/students.ts'
import { cast } from '../../testing/data/users.ts'
import { addWholeStudent } from '../../testing/data/wholeStudent.ts'
import { unzipped } from '../../testing/files/unzipped.ts'
import { openSignedIn } from '../../testing/testApp.ts'
import { inSwahili } from './exportSwahili.ts'

it('redacts names in any order, and keeps the names of the student, of adults and of schools', async () => {
  const { test, client } = await openSignedIn('director', {
    async given({ db }) {
      await addStudents(db, [
        { name: 'Mary Grace Wanjiku', mother: 'Rose Akinyi', father: 'Peter Kamau Njoroge' },
        { name: 'Grace Wanjiku Mwangi' },
        { name: 'Kamau Peter' },
        { name: 'Kevin Achieng Otieno' },
        { name: 'Mary Grace Achieng' },
      ])
      await db.updateTable('schools').set({ school: 'St Mary Grace Achieng' }).execute()
      await db
        .updateTable('users')
        .set({ first_name: 'Otieno', last_name: 'Kevin' })
        .where('id', '=', cast.supporter.id)
        .execute()
      await db.updateTable('students').set({ supporter_id: cast.supporter.id }).where('id', '=', 1).execute()
    },
  })
  const background = async (words: string) => {
    await test.db.updateTable('students').set({ background: words }).where('id', '=', 1).execute()
    const { rawPayload } = await test.app.inject({
      url: '/api/students/1/export',
      cookies: Object.fromEntries(client.cookies),
    })
    const text = await (await unzipped(rawPayload)).read('EL-0001/record.json')
    return (JSON.parse(text) as { Student: Record<string, string> }).Student
  }
  expect(await background('Mary Grace Wanjiku likes Grace, the daughter of Njoroge Kamau.')).toMatchObject({
    Name: 'Mary Grace Wanjiku',
    Father: 'Peter Kamau Njoroge',
    'Current School': 'St Mary Grace Achieng',
    Supporter: 'Otieno Kevin',
    [studentLabels.background]: 'Mary Grace Wanjiku likes Grace, the daughter of Njoroge Kamau.',
  })
  const mark = '[another child]'
  for (const [words, redacted] of [
    ['With Otieno Kevin.', `With ${mark}.`],
    ['ACHIENG OTIENO’s cousin', `${mark}’s cousin`],
    ['Kevin O. Otieno', mark],
    ['Kevin and Achieng', `${mark} and ${mark}`],
    ['Kevin Achieng is here. Kevin runs; Kevinson not.', `${mark} is here. ${mark} runs; Kevinson not.`],
    // Her own name stays.
    ['Grace Wanjiku Mwangi runs faster than Grace', `${mark} runs faster than Grace`],
    ['See Kevin Otieno. Kevin is 9.', `See ${mark}. ${mark} is 9.`],
    ['as el 0004, or EL-00041', `as ${mark}, or EL-00041`],
  ] as const)
    expect(await background(words), words).toMatchObject({ [studentLabels.background]: redacted })
  for (const words of ['Kevin met a few boys and Otieno.', 'See EL-00041.', 'Kevin’s class'])
    expect(await background(words), words).toMatchObject({ [studentLabels.background]: words })
})

it('has a heading in Swahili beside each in English, and one line for the changes of a person on a day', async () => {
  let id = 0
  const { test, client } = await openSignedIn('director', {
    async given(opened) {
      ;({ id } = await addWholeStudent(opened))
      const notice = { version: '2026-01', en: 'What we record.', sw: 'Tunachorekodi.' }
      await (await opened.signIn(cast.director)).change('PUT', '/api/privacy/notice', notice)
      await opened.db.updateTable('consents').set({ notice_id: 1 }).where('student_id', '=', id).execute()
    },
  })
  const { rawPayload } = await test.app.inject({
    url: exportPath(id),
    cookies: Object.fromEntries(client.cookies),
  })
  const { names, read } = await unzipped(rawPayload)
  const page = await read(names.find((name) => name.endsWith('index.html')) ?? '')
  expect(page).toContain('<h2 id="s1">Report cards <span lang="sw">Ripoti za matokeo</span></h2>')
  const headings = [...page.matchAll(/<(?:h2|dt|th)\b[^>]*>(.*?)<\/(?:h2|dt|th)>/g)].map(([, text]) => text)
  expect(headings.length).toBeGreaterThan(100)
  expect(headings.filter((text) => !text?.includes('<span lang="sw">'))).toEqual([])
  expect(Object.values(studentLabels).filter((label) => !inSwahili(label))).toEqual([])
  const lines = [...page.matchAll(/<summary><b>(.*?)<\/b>/g)].map(([, line]) => line)
  expect(lines).toEqual([...new Set(lines)])
  expect(lines).toContain('2 March 2026, Amina Mwangi')
})
