import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { addMedia } from '../../testing/media.ts'
import { addReceipts, addReportCards } from '../../testing/records.ts'
import { addStudents, givePictures } from '../../testing/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/users.ts'
import { zipSize, zipStream } from './zip.ts'

const given = async (test: TestApp) => {
  await addStudents(test.db, [{ supporter_id: cast.supporter.id }, { name: 'Kevin Otieno' }])
  await givePictures(test, [1])
  await addReportCards(test, [{ student_id: 1, teacher_comment: 'Reads <aloud> & well.' }])
  await addReceipts(test, [{ student_id: 1 }])
  await addMedia(test, [
    { student_id: 1, title: 'Alone' },
    { student_id: 1, title: 'With others' },
  ])
  await test.db.insertInto('media_students').values({ media_id: 2, student_id: 2, gallery_of: 1 }).execute()
}

/** Reads a ZIP with another program. */
async function unzipped(zip: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'elimu-export-'))
  await writeFile(join(folder, 'export.zip'), zip)
  const read = `import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2]); print("\\n".join(z.namelist()))`
  const names = execFileSync('python3', ['-c', read, join(folder, 'export.zip'), folder]).toString()
  return { names: names.trim().split('\n'), read: (path: string) => readFile(join(folder, path), 'utf8') }
}

it('exports a page, JSON and all files, and nothing of other children', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const url = '/api/students/1/export'
  const answer = await test.app.inject({ url, cookies: Object.fromEntries(client.cookies) })
  expect(answer.statusCode).toBe(200)
  const zip = answer.rawPayload
  expect(answer.headers['content-length']).toBe(String(zip.length))
  const { names, read } = await unzipped(zip)
  expect(names).toContain('EL-0001/index.html')
  expect(names.filter((name) => /pictures-and-videos/.test(name))).toHaveLength(1)
  const page = await read('EL-0001/index.html')
  expect(page).toContain('Reads &lt;aloud&gt; &amp; well.')
  expect(page).toContain('Left out: it shows other children')
  expect(page).not.toMatch(/Kevin|@elimu\.test/)
  const json = JSON.parse(await read('EL-0001/record.json')) as Record<string, unknown>
  expect(json).toMatchObject({
    Student: { Name: 'Faith Atieno Odhiambo', 'Date of Birth': '12 Mar 2009', Gender: 'Female' },
    'Report cards': [
      { 'Teacher Comment': 'Reads <aloud> & well.', Marks: [{ Subject: 'English', Mark: 68 }, {}] },
    ],
    Receipts: [{ 'Total Cost, KES': 22_244 }],
  })
  for (const file of page.matchAll(/src="([^"]+)"/g)) expect(names).toContain(`EL-0001/${file[1]}`)

  const { at } = await test.db.selectFrom('departures').select('at').executeTakeFirstOrThrow()
  expect(at).toBe(test.clock().toISOString())
  const rest = await test.app.inject({
    url,
    cookies: Object.fromEntries(client.cookies),
    headers: { range: 'bytes=1000-', 'if-range': String(answer.headers['etag']) },
  })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(zip.subarray(1000))).toBe(true)
  expect(await test.db.selectFrom('departures').select('how').execute()).toEqual([{ how: 'export' }])
})

it('needs a recent confirmation, and is for roles 1 and 2', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await test.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  const url = '/api/students/1/export'
  expect((await client.send({ method: 'GET', url })).body).toMatchObject({ code: 'confirm_again' })
  const coordinator = await test.signIn(cast.coordinator)
  expect((await coordinator.send({ method: 'GET', url })).status).toBe(403)
})

it('knows the size of a ZIP before it is made', async () => {
  const entries = ['a', 'b/ü.txt'].map((path, index) => ({
    path,
    size: index * 70_000,
    open: () => Readable.from([Buffer.alloc(index * 70_000, 7)]),
  }))
  const zip = await buffer(zipStream(entries))
  expect(zip.length).toBe(zipSize(entries))
  expect((await unzipped(zip)).names).toEqual(['a', 'b/ü.txt'])
  expect((await buffer(zipStream(entries, 100))).equals(zip.subarray(100))).toBe(true)
})
