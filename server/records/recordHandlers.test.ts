import { expect, it } from 'vitest'
import { givenReceipts } from '../testing/data/receipts.ts'
import { givenReportCards } from '../testing/data/reportCards.ts'
import { openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const kinds = [
  { path: '/api/reports', annual: 'academic-rep', given: givenReportCards },
  { path: '/api/finance', annual: 'finance-rep', given: givenReceipts },
]

const unknown = { status: 422, errors: { query: ['Query is not known'] } }
const yearEmpty = { status: 422, errors: { year: ['Year cannot be empty'] } }

/** Wrong queries, and their answers; `annual` is replaced by the name of the annual report. */
const wrong: { asked: string; as?: keyof typeof cast; status: number; errors?: object }[] = [
  { asked: '', ...unknown },
  { asked: '?query=', ...unknown },
  { asked: '?query=x', ...unknown },
  { asked: '?query=0', ...unknown },
  { asked: '?query=99999999999', ...unknown },
  { asked: '?query=99', status: 404 },
  { asked: '?query=1&year=x', status: 200 },
  {
    asked: '?query=profile',
    status: 422,
    errors: { year: ['Year cannot be empty'], student: ['Student cannot be empty'] },
  },
  { asked: '?query=profile&year=x&student=1', ...yearEmpty },
  { asked: '?query=annual', ...yearEmpty },
  { asked: '?query=annual&year=x', ...yearEmpty },
  { asked: '?query=annual&year=x', as: 'supporter', status: 403 },
  { asked: '?query=waiting&first=x', status: 422 },
  { asked: '?query=waiting&first=x', as: 'director', status: 403 },
  { asked: '/x', status: 404 },
  { asked: '/x', as: 'supporter', status: 403 },
  { asked: '/1?query=x', ...unknown },
  { asked: '/1?query=x', as: 'supporter', status: 403 },
  { asked: '/1?query=edit&version=x', status: 422 },
  { asked: '/1?query=verify', status: 419 },
  { asked: '/1?query=verify', as: 'supporter', status: 419 },
]

it('answers an invalid query alike for report cards and receipts', async () => {
  const answers = []
  for (const { path, annual, given } of kinds) {
    const test = await openWithCast({ given })
    const received = []
    for (const { asked, as = 'administrator' } of wrong) {
      const { status, body } = await (await test.signIn(cast[as])).get(path + asked.replace('annual', annual))
      const { errors, message } = body as { errors?: object; message?: string }
      received.push({ asked, as, status, errors, message })
    }
    answers.push(received)
  }
  const [reports, receipts] = answers
  expect(reports).toMatchObject(wrong)
  expect(receipts).toEqual(reports)
})
