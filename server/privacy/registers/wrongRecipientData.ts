import { dayInWords } from '#contract/base/days.ts'
import { wrongRecipientLabels, wrongThingInWords } from '#contract/privacy/wrongRecipients.ts'
import { type EntityData, noRecord } from '../../database/studentData.ts'
import { userNameIn } from '../../users/userNameIn.ts'

export const wrongRecipientData: EntityData = {
  title: 'Wrong recipient',
  labels: wrongRecipientLabels,
  texts: [(db) => db.selectFrom('wrong_recipients').select(['id', 'student_id', 'what']).select(noRecord)],

  async collect({ db, student_id }) {
    const rows = await db
      .selectFrom('wrong_recipients')
      .innerJoin('users', 'users.id', 'supporter_id')
      .select(['what', 'received_on', userNameIn('users').$castTo<string>().as('supporter')])
      .where('student_id', '=', student_id)
      .orderBy('wrong_recipients.id')
      .execute()
    const entries = rows.map(({ what, received_on, supporter }) => ({
      What: wrongThingInWords(what),
      'Who received it': supporter,
      'Received on': dayInWords(received_on),
    }))
    return {
      sections: [{ title: 'What reached the wrong supporter', entries }],
      people: rows.map(({ supporter }) => supporter),
    }
  },
}
