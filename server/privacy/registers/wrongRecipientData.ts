import { dayInWords } from '#contract/base/days.ts'
import { wrongRecipientLabels, wrongThingInWords } from '#contract/privacy/wrongRecipients.ts'
import type { EntityData } from '../../database/studentData.ts'
import { userNameIn } from '../../users/userNameIn.ts'

export const wrongRecipientData: EntityData = {
  title: 'Wrong recipient',
  labels: wrongRecipientLabels,

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
