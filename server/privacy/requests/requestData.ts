import { dayInWords } from '#contract/base/days.ts'
import { refusalGrounds, requestKinds, requestStates } from '#contract/privacy/requests.ts'
import { type EntityData, type Section, noRecord } from '../../database/studentData.ts'
import { studentRequests } from './listRequests.ts'

export const requestData: EntityData = {
  title: 'Request',
  labels: {
    student: 'Student',
    kind: 'Asks for',
    asked_by: 'Who asked',
    relation: 'Relation',
    identity_check: 'Proof',
    asked_on: 'Asked on',
    due_on: 'Due',
    words: 'Words',
    letter: 'Letter',
    ground: 'Ground',
    reason_sw: 'Reason in Swahili',
  },
  texts: [
    (db) =>
      db
        .selectFrom('requests')
        .select(['id', 'student_id', noRecord])
        .select(['asked_by', 'relation', 'identity_check', 'words', 'reason', 'reason_sw']),
  ],

  async collect({ db, student_id, fileOf }) {
    const requests = await studentRequests(db, student_id)
    const sections: Section[] = [
      {
        title: 'Requests',
        entries: requests.map((request) => ({
          'Asks for': requestKinds[request.kind].title,
          'Who asked': request.asked_by,
          Relation: request.relation,
          Proof: request.identity_check,
          'Asked on': dayInWords(request.asked_on),
          Words: request.words,
          State: requestStates[request.state],
          Ground: request.ground && refusalGrounds[request.ground],
          Reason: request.reason,
          'Reason in Swahili': request.reason_sw,
          Letter: fileOf(request.letter?.path ?? null),
        })),
      },
    ]
    return { sections, people: requests.map(({ asked_by }) => asked_by) }
  },

  async forget(trx, { student: { id } }) {
    const none = { asked_by: '', relation: null, identity_check: '', words: '', search: '' }
    await trx
      .updateTable('requests')
      .set({
        ...none,
        reason: null,
        reason_sw: null,
        file_id: null,
        noted_by: null,
        decided_by: null,
        closed_by: null,
      })
      .where('student_id', '=', id)
      .execute()
  },
}
