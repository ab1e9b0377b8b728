import { formatDay } from '#contract/base/days.ts'
import { purposes } from '#contract/privacy/consentStates.ts'
import { giverWords, howWords, purposeWords, stateWords } from '#contract/privacy/consentWords.ts'
import { byShownName } from '#contract/base/fields.ts'
import { documentTypes } from '#contract/records/documents.ts'
import { receiptLabels } from '#contract/records/receipts.ts'
import { markOf, reportCardLabels } from '#contract/records/reportCards.ts'
import { ACCESS_MONTHS } from '#contract/privacy/accesses.ts'
import { refusalGrounds, requestKinds, requestStates } from '#contract/privacy/requests.ts'
import { entryExams } from '#contract/students/entryExams.ts'
import { studentFields, studentLabels, studentStatuses } from '#contract/students/students.ts'
import { readConsents } from '../consents/readConsents.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { listReceipts } from '../../records/receipts/receiptQueries.ts'
import { listReportCards } from '../../records/reportCards/reportCardQueries.ts'
import type { Services } from '../../Services.ts'
import { findStudent } from '../../students/findStudent.ts'
import { changesOf, NAMED_OTHERS } from './collectChanges.ts'
import { accessesOf, lettersOf, moment } from './collectSent.ts'
import { exportedFiles } from './exportedFiles.ts'
import type { CollectedRecord, Entry, FileValue, Section } from './exportedRecord.ts'
import { withoutOthers } from './otherChildren.ts'
import { studentRequests } from '../requests/listRequests.ts'
import { historyOfStudent } from '../studentHistory.ts'

/** Everything that Elimu stores about a student, in words, for the export. Nothing of other children. */
export async function collectRecord(
  { db, config }: Pick<Services, 'db' | 'config'>,
  id: number,
  actor: Actor,
  now: Date,
): Promise<CollectedRecord> {
  const student = await findStudent(db, id, actor, now)
  const files = await exportedFiles(db, id)
  const byId = new Map(files.map((file) => [file.id, file]))
  const fileOf = (path: string | null): FileValue | null => {
    const file = byId.get(Number(path?.split('/').at(-1)))
    return file ? { file: file.path, type: file.type } : null
  }

  const shown = Object.entries(byShownName(studentFields)).map(([field, { label, show }]) => {
    // A phone number is the contact of another person.
    const value = field === 'guardian_phone' ? null : student[field as keyof typeof student]
    return [label, field === 'dob' || field === 'dor' ? day(value) : show(value)] as const
  })
  const facts: Entry = {
    [studentLabels.ref]: student.ref,
    ...Object.fromEntries(shown),
    [studentLabels.class]: student.class,
    [studentLabels.status]: studentStatuses[student.status as keyof typeof studentStatuses],
    [studentLabels.supporter]: student.supporter ?? student.supporter_name,
    [studentLabels.picture]: fileOf(student.path),
    [studentLabels[entryExams[student.entry_exam].fact]]: fileOf(student.cert),
  }

  const marks = await marksBy(db, id)
  const cards = await listReportCards(db, id, actor)
  const reports = cards.map((report): Entry => ({
    [reportCardLabels.year]: report.year,
    [reportCardLabels.term]: report.term,
    [reportCardLabels.class]: report.class,
    School: report.school,
    [reportCardLabels.grade]: report.grade,
    [reportCardLabels.mark]: report.mark,
    [reportCardLabels.overall_level]: report.overall_level,
    Marks: marks.get(report.id) ?? [],
    [reportCardLabels.teacher_comment]: report.teacher_comment,
    [reportCardLabels.liaison_comment]: report.liaison_comment,
    [reportCardLabels.action_plan]: report.action_plan ?? null,
    [reportCardLabels.psychosocial]: report.psychosocial ?? null,
    [reportCardLabels.file]: fileOf(report.pathReport),
  }))
  const paid = await listReceipts(db, id, actor)
  const receipts = paid.map((receipt): Entry => ({
    [receiptLabels.year]: receipt.year,
    [receiptLabels.term]: receipt.term,
    [receiptLabels.class]: receipt.class,
    School: receipt.school,
    [receiptLabels.receipt_no]: receipt.receipt_no,
    Items: receipt.items.map(({ category, item, cost }) => ({
      Category: category,
      Item: item,
      'Cost, KES': { kes: cost },
    })),
    'Total Cost, KES': { kes: receipt.total_cost },
    [receiptLabels.liaison_comment]: receipt.liaison_comment,
    [receiptLabels.file]: fileOf(receipt.pathFinance),
  }))
  const { consents, states } = await readConsents({ db, config }, id, actor)
  const media = await mediaOf(db, id)
  const present = new Set(media.map((each) => each.id))
  // Without pictures that are gone: nothing says any more who else was in them.
  const history = (await historyOfStudent(db, id)).filter(
    ({ entity, entity_id }) => entity !== 'media' || present.has(entity_id),
  )
  // Also those that showed others before: their captions may still name them.
  const groups = new Set([
    ...media.filter(({ others }) => others > 0).map((each) => each.id),
    ...history.flatMap(({ entity, entity_id, changes }) =>
      entity === 'media' && changes.some(({ field }) => field === 'others') ? entity_id : [],
    ),
  ])

  const terms = new Map([
    ...cards.map((card) => [`report ${card.id}`, `Report card, ${termOf(card)}`] as const),
    ...paid.map((receipt) => [`receipt ${receipt.id}`, `Receipt, ${termOf(receipt)}`] as const),
  ])

  const requests = await studentRequests(db, id)
  const own = [
    student.name,
    student.mother,
    student.father,
    student.guardian,
    student.supporter_name,
    ...consents.flatMap(({ name, witness }) => [name, witness]),
    ...requests.map(({ asked_by }) => asked_by),
  ]
  const sections: Section[] = [
    { title: 'Student', entries: [facts] },
    { title: 'Report cards', entries: reports },
    { title: 'Receipts', entries: receipts },
    { title: 'Documents', entries: await documentsOf(db, id, fileOf) },
    {
      title: 'Pictures and videos',
      entries: media.map((each) => mediaEntry(each, groups.has(each.id), fileOf)),
    },
    {
      title: 'What the family agreed to, today',
      entries: states.map(({ purpose, state, until }) => ({
        Purpose: purposeWords[purpose].question,
        State: stateWords[state],
        Until: day(until),
      })),
    },
    {
      title: 'Consents',
      entries: consents.map((consent) => ({
        'Given by': giverWords[consent.given_by],
        Name: consent.name,
        How: howWords[consent.how],
        Witness: consent.witness,
        Date: day(consent.given_on),
        Until: day(consent.until),
        Answers: purposes
          .filter((purpose) => consent.answers[purpose] ?? consent.child_answers?.[purpose])
          .map((purpose) => ({
            Purpose: purposeWords[purpose].question,
            Answer: answerWord(consent.answers[purpose]),
            'The child’s answer': answerWord(consent.child_answers?.[purpose]),
          })),
        'Recorded by': consent.recorded_by,
        'Marked as void': consent.void?.reason ?? null,
        'Signed form': fileOf(consent.form?.path ?? null),
      })),
    },
    {
      title: 'Requests',
      entries: requests.map((request) => ({
        'Asks for': requestKinds[request.kind].title,
        'Who asked': request.asked_by,
        Relation: request.relation,
        Proof: request.identity_check,
        'Asked on': day(request.asked_on),
        Words: request.words,
        State: requestStates[request.state],
        Ground: request.ground && refusalGrounds[request.ground],
        Reason: request.reason,
        Letter: fileOf(request.letter?.path ?? null),
      })),
    },
    { title: 'Letters about the student', entries: await lettersOf(db, id) },
    {
      title: 'Who looked, and what left Elimu',
      note: `Views up to yesterday. Entries older than ${ACCESS_MONTHS} months are deleted.`,
      entries: await accessesOf(db, id, now),
    },
    {
      title: 'Changes',
      entries: changesOf(history, { terms, groups, fileOf }),
    },
  ]
  return {
    name: student.name,
    ref: student.ref,
    files,
    sections: await withoutOthers(db, id, own, sections),
    changes: history.length,
  }
}

const termOf = ({ term, year }: { term: string; year: string }) => `${term}, ${year}`

const answerWord = (answer: string | undefined) =>
  answer === 'yes' ? 'Yes' : answer === 'no' ? 'No' : answer === undefined ? null : 'Not asked'
const day = (value: unknown) => (typeof value === 'string' && value !== '' ? formatDay(value) : null)

async function marksBy(db: Db, student_id: number): Promise<Map<number, Entry[]>> {
  const rows = await db
    .selectFrom('marks')
    .innerJoin('reports', 'reports.id', 'marks.report_id')
    .innerJoin('subjects', 'subjects.id', 'marks.subject_id')
    .select(['report_id', 'subject_name', 'marks.mark', 'marks.grade'])
    .where('reports.student_id', '=', student_id)
    .orderBy('report_id')
    .orderBy('place')
    .execute()
  const byReport = Map.groupBy(rows, ({ report_id }) => report_id)
  return new Map(
    [...byReport].map(([id, own]) => [
      id,
      own.map(({ subject_name, mark, grade }) => ({
        Subject: subject_name,
        Mark: markOf(mark),
        Grade: grade,
      })),
    ]),
  )
}

type FileOf = (path: string | null) => FileValue | null

async function documentsOf(db: Db, student_id: number, fileOf: FileOf): Promise<Entry[]> {
  const rows = await db
    .selectFrom('documents')
    .innerJoin('years', 'years.id', 'documents.year_id')
    .select(['type', 'year_name', 'file_id'])
    .where('student_id', '=', student_id)
    .orderBy('year_name')
    .execute()
  return rows.map(({ type, year_name, file_id }) => ({
    Year: year_name,
    Type: documentTypes[type as keyof typeof documentTypes],
    File: fileOf(String(file_id)),
  }))
}

type Media = Awaited<ReturnType<typeof mediaOf>>[number]

const mediaOf = (db: Db, student_id: number) =>
  db
    .selectFrom('media')
    .select(['id', 'title', 'description', 'file_id', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('media_students')
        .select((of) => of.fn.countAll<number>().as('others'))
        .whereRef('media_id', '=', 'media.id')
        .$asScalar()
        .$notNull()
        .as('others'),
    )
    .where('student_id', '=', student_id)
    .orderBy('id')
    .execute()

const SHOWS_OTHERS = 'Left out: it shows other children'

/** The files of group pictures are left out, and the captions of those that were group pictures at any time. */
function mediaEntry(
  { title, description, file_id, created_at, others }: Media,
  isGroup: boolean,
  fileOf: FileOf,
): Entry {
  const caption = isGroup
    ? { Title: others > 0 ? SHOWS_OTHERS : NAMED_OTHERS, Description: null }
    : { Title: title, Description: description }
  return { ...caption, Added: moment(created_at), File: fileOf(String(file_id)) }
}
