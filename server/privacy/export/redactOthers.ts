import { createHash } from 'node:crypto'
import { ANOTHER_CHILD, type ExportChoice, type Redaction } from '#contract/privacy/exports.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { ANONYMOUS } from '#contract/privacy/erasure.ts'
import { studentLabels } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import { rowsOf } from '../../database/inBatches.ts'
import type { Entry, Section } from '../../database/studentData.ts'
import { longWords } from '../mentions.ts'
import { keysOfOthers, type KnownNames, spansOfOthers } from './spansOfOthers.ts'

/**
 * The labels of values that name the student, a school or an adult. They are not redacted, even if a student has the same name.
 */
const ownLabels = new Set<unknown>([
  studentLabels.name,
  studentLabels.school,
  studentLabels.supporter,
  studentLabels.liaison,
  'School',
  'Who',
  'Recorded by',
  'To',
  'Went to',
])

/** `own` are the names of the record's people, `companions` those of children in its pictures or breaches. */
type People = { own: (string | null)[]; companions: string[] }

/** Replaces the names and refs of other students in all texts. Returns the sentences that contained them, too. */
export async function redactOthers(
  db: Db,
  student_id: number,
  { own, companions }: People,
  sections: Section[],
  { names, unredacted }: ExportChoice,
) {
  const others = spansOfOthers(await readNames(db, student_id, own), { companions, names })
  const stay = new Set(unredacted)
  const redactions = new Map<string, Redaction>()

  const redactText = (text: string, place: string) => {
    const spans = others.spansIn(text)
    if (spans.length === 0) return text
    return sentencesOf(text, spans)
      .map(({ start, end }) => {
        const original = text.slice(start, end)
        const inside = spans.filter((span) => span.start >= start && span.end <= end)
        if (inside.length === 0) return original
        const redacted = inside.map((span) => text.slice(span.start, span.end))
        const id = idOf(original.trim(), redacted)
        const marked = markedIn(text, { start, end }, inside)
        const known = redactions.get(id) ?? { id, places: [], text: marked.trim(), redacted }
        if (!known.places.includes(place)) known.places.push(place)
        redactions.set(id, known)
        return stay.has(id) ? original : marked
      })
      .join('')
  }
  await mapTexts(sections, (text) => {
    others.addNamesOf(text)
    return text
  })
  return { sections: await mapTexts(sections, redactText), redactions: [...redactions.values()] }
}

type ChangeText = (text: string, place: string) => string

/** Changes all texts that can name another child. */
async function mapTexts(sections: Section[], change: ChangeText): Promise<Section[]> {
  const all: Section[] = []
  for (const section of sections) {
    const entries: Entry[] = []
    for await (const entry of withYields(section.entries))
      entries.push(mapEntry(entry, section.title, change))
    all.push({ ...section, entries })
  }
  return all
}

const mapEntry = (entry: Entry, title: string, change: ChangeText): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([label, value]) => {
      if (Array.isArray(value)) return [label, value.map((each) => mapEntry(each, title, change))]
      const field = entry['Field']
      if (typeof value !== 'string' || ownLabels.has(label) || ownLabels.has(field)) return [label, value]
      return [label, change(value, `${title}: ${typeof field === 'string' ? field : label}`)]
    }),
  )

/** The names of all other students, and those that are not redacted: of the record's own people, and of staff. */
async function readNames(db: Db, student_id: number, own: (string | null)[]): Promise<KnownNames> {
  const staff = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('role_id', '!=', SUPPORTER)
    .execute()
  const people = own.flatMap((name) => name ?? [])
  const known = keysOfOthers([...people, ...staff.map((user) => `${user.first_name} ${user.last_name}`)])
  for await (const { id, name, ref } of rowsOf(db.selectFrom('students').select(['id', 'name', 'ref'])))
    if (id !== student_id && name !== ANONYMOUS) known.add({ ref, names: [name] })
  return { ...known, ownWords: new Set(people.flatMap(longWords)) }
}

type Span = { start: number; end: number }

/** A sentence does not end within a name: `Kevin O. Otieno`. */
function sentencesOf(text: string, spans: Span[]): Span[] {
  const ends = [...text.matchAll(/[.!?]\s+|\n+/g)]
    .map(({ index, 0: end }) => index + end.length)
    .filter((end) => end < text.length && !spans.some((span) => span.start < end && end < span.end))
  return [...ends, text.length].map((end, place) => ({ start: ends[place - 1] ?? 0, end }))
}

function markedIn(text: string, { start, end }: Span, spans: Span[]): string {
  let marked = ''
  let from = start
  for (const span of spans) {
    marked += text.slice(from, span.start) + ANOTHER_CHILD
    from = span.end
  }
  return marked + text.slice(from, end)
}

const idOf = (sentence: string, redacted: string[]) =>
  createHash('sha256')
    .update(JSON.stringify([sentence, redacted]))
    .digest('base64url')
    .slice(0, 10)
