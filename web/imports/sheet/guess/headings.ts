import type { Remembered } from '#contract/imports.ts'
import { fold } from '#contract/base/lists.ts'
import { answerFor } from '../choiceOf.ts'

const wordsOf = (text: string) => text.replace(/[^\p{L}\p{N}#]+/gu, ' ').trim()

/** The key of a remembered heading: without case, apostrophes and punctuation. `Name (old)` is not `Name`. */
export const wholeKey = (heading: string) => wordsOf(fold(heading).replaceAll("'", ''))

/** The key for comparing headings: also without text in brackets. */
export function headingKey(heading: string): string {
  const text = fold(heading).replaceAll("'", '')
  return wordsOf(text.replace(/\([^()]*\)/g, ' ')) || wordsOf(text)
}

/** The field that was chosen for a heading in an earlier import; null if the column was left out. */
export function rememberedField(heading: string, headings: Remembered['headings'] | undefined) {
  const before = answerFor(headings, wholeKey(heading))
  // If the heading without brackets was left out, that does not apply to this one.
  return before === undefined ? (answerFor(headings, headingKey(heading)) ?? undefined) : before
}

/** Usual headings in registers, by field, in addition to the form's label. */
const spellings: Record<string, string> = {
  ref: 'ref, ref no, reference, reference no, elimu ref',
  name: 'name, names, full name, student, pupil, child, learner, beneficiary',
  dob: 'dob, d o b, birth, birth date, birthdate, birthday, born',
  dor: 'dor, registered, registration date, joined, date joined, joining date, admitted, date admitted, doa, date of joining, reg date, date registered, admission date, date of admission, enrolled, date enrolled, enrolment date, intake date',
  gender: 'gender, sex, m f, f m, boy girl, girl boy, b g, g b',
  category: 'category, type, student type, school type, type of school, school level',
  entry_exam: 'exam, exam sat',
  kcpe: 'kcpe, kcpe marks, kcpe mark, kcpe mks, kcpe points, kcpe result, kcpe results, marks, score, exam score, exam marks',
  assessment_no: 'assessment no, assessment number, kjsea no, kplea no, kpsea no',
  pathway: 'pathway, senior school pathway',
  ambition: 'ambition, dream, career, future career, career ambition, career choice, wants to be, dream job',
  siblings: 'siblings, no of siblings, no of sibs, sibs, brothers and sisters',
  languages: 'languages, language, language spoken, langs',
  school: 'school, sch, high school, secondary school, institution',
  liaison: 'liaison, officer, field officer, f o, fo, field worker, social worker, case worker, mentor',
  background:
    'background, family background, home background, family history, family information, story, history, bio, about',
  mother: 'mother, mothers, mum, mom, mama',
  father: 'father, fathers, dad, baba',
  guardian: 'guardian, guardians, lives with, caregiver, caretaker, carer, next of kin',
  supporter: 'supporter, sponsor, donor, supporter email, sponsor email',
  picture_file: 'picture, photo, photo file, image, pic, passport photo',
  certificate_file: 'certificate, kcpe certificate, cert, result slip, slip',
  cluster: 'cluster, area, region, county, zone',
  first_name: 'first name, given name, forename, first names',
  first_names: 'first name, given name, forename, first names',
  other_names: 'middle name, middle names, other name, other names, second name',
  last_names: 'last name, surname, family name',
  last_name: 'last name, surname, family name',
  whole_name:
    'name, names, full name, full names, supporter, sponsor, donor, supporter name, sponsor name, donor name',
  email: 'email, e mail, email address, mail',
}

/** Words for the student. Without another word they mean the student's name. */
const PEOPLE = 'student students pupil pupils child childs learner learners name names'.split(' ')
/** Words that do not indicate a field. */
const FILLERS = new Set(['a', 'the', 'of', 'for', 'full', 'current', 'present', ...PEOPLE])

/** A heading without filler words: `Name of Father` becomes `father`. */
const core = (key: string) =>
  key
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .join(' ')

const fields = Object.entries(spellings).map(([field, list]) => ({ field, keys: list.split(', ') }))

/** How well a heading fits: 3 for the field's label, 2 for a usual heading, 1 without fillers, as in `Pupil’s name`. */
export function headingFit(key: string, { field, label }: { field: string; label: string }): number {
  if (key === '') return 0
  if (key === headingKey(label)) return 3
  const keys = fields.find((known) => known.field === field)?.keys ?? []
  if (keys.includes(key)) return 2
  const rest = core(key)
  const isMeant =
    rest === ''
      ? field === 'name' && key.split(' ').some((word) => PEOPLE.includes(word))
      : [label, ...keys].some((known) => core(headingKey(known)) === rest)
  return isMeant ? 1 : 0
}

const everyKey = new Set(fields.flatMap(({ keys }) => keys))
const everyCore = new Set([...everyKey].map(core).filter((key) => key !== ''))

export const isUsualHeading = (key: string) => everyKey.has(key) || everyCore.has(core(key))

export const LEFT_OUT_HEADING = 'Why it was left out'

/** Columns that are not imported, because Elimu counts rows and years itself. */
const skippedHeadings = new Set([
  'no',
  '#',
  's no',
  'sno',
  'sn',
  's n',
  'nr',
  'serial no',
  'row',
  'age',
  headingKey(LEFT_OUT_HEADING),
])
export const isSkippedHeading = (key: string) => skippedHeadings.has(key)
