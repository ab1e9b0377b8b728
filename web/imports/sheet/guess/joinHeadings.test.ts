import { describe, expect, it } from 'vitest'
import { asChosen, guess, textSheet } from '../testing/register.ts'
import { guessHeader } from './guessHeader.ts'
import { guessColumns } from './guessColumns.ts'
import { joinHeadings } from './joinHeadings.ts'
import { partColumns } from './headings.ts'
import type { Sheet } from '../Spreadsheet.ts'

const headingsOf = (...lines: string[]) => {
  const { rows } = joinHeadings(textSheet(...lines))
  return rows[guessHeader(rows)]
}

describe('headings in two rows', () => {
  it('are joined where a group is above several', () => {
    const sheet = textSheet(
      'HOPE FUND, REGISTER 2026',
      'Adm No|PERSONAL DETAILS|||GUARDIAN||MOTHER||SCHOOL DETAILS|||KCPE',
      '|Name|DOB|Sex|Name|Phone|Name|Phone|Name|Class|Cluster|',
      '12|Ruth Nekesa|3/4/2010|F|Jane|0722 123 456|Agnes|0733 123 456|Moi Girls|Form 2|Kibera|301',
    )
    expect(guess(joinHeadings(sheet)).map(({ heading, field }) => [heading, field])).toEqual([
      ['Adm No', 'admission_no'],
      ['Name', 'name'],
      ['DOB', 'dob'],
      ['Sex', 'gender'],
      ['GUARDIAN Name', 'guardian'],
      ['GUARDIAN Phone', 'guardian_phone'],
      ['MOTHER Name', 'mother'],
      ['MOTHER Phone', null],
      ['SCHOOL Name', 'school'],
      ['Class', 'class'],
      ['Cluster', null],
      ['KCPE', 'kcpe'],
    ])
  })

  it('are joined for marks and grades of subjects, also of unusual ones', () => {
    const { rows } = joinHeadings(
      textSheet(
        'Adm No|Name|ENGLISH||BIO||ASTRONOMY||Mean',
        'Adm No|Name|Mks|Grd|Mks|Grd|Marks|Grade|Mean',
        '12|Ruth|67|B|60|B-|50|C|58',
      ),
    )
    const columns = guessColumns('results', asChosen({ name: 'S', rows }, 1))
    expect(columns.map(({ heading }) => heading)).toEqual([
      'Adm No',
      'Name',
      'ENGLISH Mks',
      'ENGLISH Grd',
      'BIO Mks',
      'BIO Grd',
      'ASTRONOMY Marks',
      'ASTRONOMY Grade',
      'Mean',
    ])
    const chosen = columns.map((each) =>
      each.heading.startsWith('ASTRONOMY') ? Object.assign(each, { field: 'subject_result' }) : each,
    )
    expect(partColumns('results', chosen).map(({ name }) => name)).toEqual([
      'ENGLISH',
      'ENGLISH',
      'BIO',
      'BIO',
      'ASTRONOMY',
      'ASTRONOMY',
    ])
  })

  it.for([
    [['Tumaini Fund|Pupils and fees', 'Name|Sex|DOB|School', 'Ruth|F|3/4/2010|Moi']],
    [['Name|Sex||School', 'Ruth|F|English|Mother|English']],
    [['REGISTER|Printed 6 Nov', '|Name|Sex|DOB', '1|Ruth|F|3/4/2010']],
    [['Name|Sex|DOB', 'Ruth|F|3/4/2010']],
  ])('are left as they are without groups: %j', ([lines = []]) => {
    const sheet = textSheet(...lines)
    expect(joinHeadings(sheet)).toBe(sheet)
  })

  it('are joined without words such as Contact or Details', () => {
    expect(headingsOf('Donor|CONTACT||', '|E-mail|Phone|Country')).toEqual([
      'Donor',
      'E-mail',
      'Phone',
      'Country',
    ])
    expect(headingsOf('Name|GUARDIAN CONTACTS|', '|Name|Tel')).toEqual([
      'Name',
      'GUARDIAN Name',
      'GUARDIAN Tel',
    ])
  })

  it('keep the row numbers', () => {
    expect(headingsOf('', 'No|GUARDIAN|', '|Name|Phone')).toEqual(['No', 'GUARDIAN Name', 'GUARDIAN Phone'])
  })

  it('end with the merged range of their group', () => {
    const lines = ['|GUARDIAN|||', 'Name|Name|Phone|Class|School', 'Ruth|Jane|0722 123 456|Form 2|Moi']
    const sheet = { ...textSheet(...lines), merged: [{ row: 0, from: 1, to: 2 }] }
    expect(guess(joinHeadings(sheet)).map(({ heading, field }) => [heading, field])).toEqual([
      ['Name', 'name'],
      ['GUARDIAN Name', 'guardian'],
      ['GUARDIAN Phone', 'guardian_phone'],
      ['Class', 'class'],
      ['School', 'school'],
    ])
    const wide = textSheet(
      '|GUARDIAN||||',
      'Name|Name|Phone|Occupation|Contact',
      'Ruth|Jane|0722|Farmer|0733',
    )
    const headings = (of: Sheet) => guess(joinHeadings(of)).map(({ heading }) => heading)
    expect(headings(wide).slice(3)).toEqual(['GUARDIAN Occupation', 'GUARDIAN Contact'])
    expect(headings({ ...wide, merged: [{ row: 0, from: 1, to: 2 }] }).slice(3)).toEqual([
      'Occupation',
      'Contact',
    ])
  })
})
