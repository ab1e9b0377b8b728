import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('writes a head and lines by RFC 4180, in UTF-8 that Excel recognises', () => {
  const text = csvText({
    headers: ['No.', 'Name', 'School'],
    lines: [
      [1, 'Zoë "Zee" Ñandú', 'Moi Girls, Eldoret'],
      [2, 'Two\nlines', null],
    ],
  })
  expect(text).toBe(
    '\uFEFFNo.,Name,School\r\n1,"Zoë ""Zee"" Ñandú","Moi Girls, Eldoret"\r\n2,"Two\nlines",\r\n',
  )
})

test('writes only the head if there are no lines', () => {
  expect(csvText({ headers: ['No.', 'Name'], lines: [] })).toBe('\uFEFFNo.,Name\r\n')
})

test('ends with the line of sums', () => {
  expect(csvText({ headers: ['Name', 'Cost'], lines: [['Faith', 20.5]], foot: ['Total', 20.5] })).toBe(
    '\uFEFFName,Cost\r\nFaith,20.5\r\nTotal,20.5\r\n',
  )
})
