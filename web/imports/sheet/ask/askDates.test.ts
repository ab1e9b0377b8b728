import { describe, expect, it } from 'vitest'
import { dayOf } from '#contract/base/days.ts'
import { readDay } from '../readDay.ts'
import type { Sheet, SheetCell } from '../Spreadsheet.ts'
import { processorTimeOf } from '../testing/processorTimeOf.ts'
import { prepare } from '../testing/register.ts'
import { keyOf } from '../Answers.ts'
import { isAsked, openDates } from './askDates.ts'

const sheetOf = (heading: string, cells: SheetCell[]): Sheet => ({
  name: 'S',
  rows: [[heading], ...cells.map((cell) => [cell])],
})
const datesOf = (cells: SheetCell[]) => prepare('students', sheetOf('DOB', cells)).asked.dates[0]

describe('the dates of a column', () => {
  it('need a question if all are ambiguous, with the effect of each answer', () => {
    expect(datesOf(['03/04/2010', '5.6.2009', null, { date: '2010-01-01' }, '3 Apr 2010'])).toMatchObject({
      target: { field: 'dob' },
      heading: 'DOB',
      order: {
        example: '03/04/2010',
        settled: null,
        proof: null,
        readings: [
          { order: 'day first', day: '2010-04-03', wrong: 0, wrongExample: null },
          { order: 'month first', day: '2010-03-04', wrong: 0, wrongExample: null },
        ],
      },
      serials: null,
    })
  })

  it('need no question if one is unambiguous', () => {
    const { order } = datesOf(['03/04/2010', '17/09/2009', '30/11/2010']) ?? {}
    expect(order).toMatchObject({ example: '03/04/2010', settled: 'day first', proof: '17/09/2009' })
    expect(order?.readings[1]).toEqual({
      order: 'month first',
      day: '2010-03-04',
      wrong: 2,
      wrongExample: '17/09/2009',
    })
    expect(datesOf(['03/04/2010', '09/17/2009'])?.order).toMatchObject({
      settled: 'month first',
      proof: '09/17/2009',
    })
  })

  it('need a question if they prove both orders', () => {
    expect(datesOf(['17/09/2009', '09/17/2009', '31/31/2009'])?.order).toMatchObject({
      settled: null,
      proof: null,
      readings: [{ wrong: 2 }, { wrong: 2 }],
    })
  })

  it('need no order if it would change none', () => {
    expect(datesOf(['05/05/2010'])?.order?.settled).toBe('day first')
    expect(datesOf([{ date: '2010-01-01' }, '3 Apr 2010', '2010-04-03'])).toBe(undefined)
  })

  it('need no question if both orders give the same day', () => {
    const asked = (cells: SheetCell[]) => {
      const order = datesOf(cells)?.order
      return order && isAsked(order)
    }
    expect(asked(['01/01/2006', '17/09/2009'])).toBe(false)
    expect(asked(['01/01/2006', '17/09/2009', '09/17/2009'])).toBe(false)
    expect(asked(['01/01/2006', '03/04/2010'])).toBe(true)
  })

  it('need a question if numbers may be a spreadsheet’s days', () => {
    expect(datesOf([40_271, '40073', 388])).toMatchObject({
      order: null,
      serials: { rows: 2, example: 40_271, day: '2010-04-03' },
    })
  })

  it('lead to a warning if the spreadsheet probably swapped day and month', () => {
    const mixed = [{ date: '2010-03-04' }, '17/09/2009', { date: '2010-05-05' }, '30/11/2010', 40_271]
    expect(datesOf(mixed)?.swapped).toEqual({
      rows: 3,
      example: { row: 'row 2', name: '', date: '2010-03-04', other: '2010-04-03' },
    })
    expect(datesOf([{ date: '2010-03-04' }, '09/17/2009'])).toMatchObject({
      order: { settled: 'month first', proof: '09/17/2009' },
      swapped: { rows: 1 },
    })
    // A day after the 12th was not swapped; ambiguous texts prove nothing; 5 May swapped is 5 May.
    for (const cells of [
      [{ date: '2010-03-04' }, { date: '2010-03-14' }, '17/09/2009'],
      [{ date: '2010-03-04' }, '03/04/2010'],
      [{ date: '2010-03-04' }, '17/09/2009', '09/17/2009'],
      [{ date: '2010-05-05' }, '17/09/2009'],
      ['03/04/2010', '17/09/2009'],
    ])
      expect(datesOf(cells)?.swapped).toBe(null)
  })

  it.for([
    [undefined, '2010-03-04'],
    [false, '2010-03-04'],
    [true, '2010-04-03'],
    [null, null],
  ] as [boolean | null | undefined, string | null][])(
    'are read where they may be swapped (%s) as %s',
    ([areSwapped, day]) => {
      const answer = { order: 'day first', readsSerials: true, areSwapped } as const
      expect([{ date: '2010-03-04' }, 40_241].map((cell) => readDay(cell, answer))).toEqual([day, day])
      expect(readDay('17/09/2009', answer)).toBe('2009-09-17')
    },
  )

  it.for([
    [{ date: '2010-04-03' }, '2010-04-03'],
    ['03/04/2010', '2010-04-03'],
    [' 3-4-2010 ', '2010-04-03'],
    ['3.4.10', '2010-04-03'],
    ['3/4/62', '1962-04-03'],
    ['03/04/2010 00:00:00', '2010-04-03'],
    ['3 Apr 2010', '2010-04-03'],
    ['3-Apr-10', '2010-04-03'],
    ['3rd April, 2010', '2010-04-03'],
    ['April 3, 2010', '2010-04-03'],
    ['Apr 3rd 2010', '2010-04-03'],
    ['2010-04-03', '2010-04-03'],
    ['2010/4/3', '2010-04-03'],
    ['2010-04-03T12:30:00Z', '2010-04-03'],
    [40_271, '2010-04-03'],
    ['31/02/2010', null],
    ['2010', null],
    [2010, null],
    ['about 2010', null],
    [true, null],
    [null, null],
  ] as [SheetCell, string | null][])('reads %j as %s', ([cell, day]) => {
    expect(readDay(cell, { order: 'day first', readsSerials: true })).toBe(day)
  })

  it.for([
    ['12', '2010-12-03'],
    ['13', '2010-03-13'],
  ])('of the %sth is read as %s where day and month may be swapped', ([day, read]) => {
    expect(readDay({ date: `2010-03-${day}` }, { areSwapped: true })).toBe(read)
  })

  it('with two digits of the year is in this year or before', () => {
    const year = Number(dayOf(new Date()).slice(0, 4))
    const read = (of: number) => readDay(`1/1/${String(of).slice(2)}`, { order: 'day first' })
    expect(read(year)).toBe(`${year}-01-01`)
    expect(read(year + 1)).toBe(`${year - 99}-01-01`)
  })

  it('is not searched for in texts that are longer than any date', () => {
    const time = processorTimeOf(() => {
      for (const cell of ['T'.repeat(100_000), `a${' '.repeat(100_000)}x`])
        expect(readDay(cell, { order: 'day first' })).toBe(null)
      expect(readDay(`03/04/2010${' '.repeat(200)}`, { order: 'day first' })).toBe('2010-04-03')
    })
    expect(time).toBeLessThan(2_000)
  })

  it('is not read without an answer', () => {
    expect(['03/04/2010', 40_271].map((cell) => readDay(cell, undefined))).toEqual([null, null])
    // Unambiguous dates need no answer.
    expect(['17/09/2009', '09/17/2009', '31/31/2009'].map((cell) => readDay(cell, undefined))).toEqual([
      '2009-09-17',
      '2009-09-17',
      null,
    ])
    expect(readDay('03/04/2010', { order: 'month first' })).toBe('2010-03-04')
  })
})

describe('an answer about dates', () => {
  const answered = (cells: SheetCell[], heading = 'DOB') => {
    const { asked, settled } = prepare('students', sheetOf(heading, cells), {
      answers: { [keyOf('order', 'dob', 'DOB 03/04/2010 ')]: { means: 'month first' } },
    })
    return [settled.dates['dob']?.order, asked.dates.flatMap((date) => openDates(date, {})).length]
  }

  it('counts again for a corrected sheet with the same ambiguous date, and for no other column', () => {
    expect(answered(['03/04/2010', '08/09/2010'])).toEqual(['month first', 1])
    expect(answered(['08/02/2010', '03/04/2010'])).toEqual([null, 1])
    expect(answered(['03/04/2010'], 'Born')).toEqual([null, 1])
    // Another date may prove the order.
    expect(answered(['03/04/2010', '17/09/2009'])).toEqual(['day first', 0])
  })
})
