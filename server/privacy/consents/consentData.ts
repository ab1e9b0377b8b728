import { purposes } from '#contract/privacy/consentStates.ts'
import {
  consentLabels,
  giverWords,
  howWords,
  purposeWords,
  stateWords,
} from '#contract/privacy/consentWords.ts'
import { shownDay } from '../export/exportWords.ts'
import { type EntityData, type Section, noRecord } from '../../database/studentData.ts'
import { readConsents } from './readConsents.ts'

export const consentData: EntityData = {
  title: 'Consent',
  labels: {
    ...consentLabels,
    ...Object.fromEntries(
      purposes.flatMap((purpose) => {
        const { title, question } = purposeWords[purpose]
        return [
          [title, question],
          [`${title}, child`, `${question}: the child’s answer`],
        ]
      }),
    ),
    form: 'Signed form',
  },
  texts: [
    (db) =>
      db
        .selectFrom('consents')
        .select(['id', 'student_id', noRecord, 'name', 'witness', 'void_reason'])
        .select(['explained_by', 'place']),
  ],

  async collect({ db, config, student_id, actor, fileOf }) {
    const { consents, states } = await readConsents({ db, config }, student_id, actor)
    const sections: Section[] = [
      {
        title: 'What the family agreed to, today',
        entries: states.map(({ purpose, state, until }) => ({
          Purpose: purposeWords[purpose].question,
          State: stateWords[state],
          Until: shownDay(until),
        })),
      },
      {
        title: 'Consents',
        entries: consents.map((consent) => ({
          'Given by': giverWords[consent.given_by],
          Name: consent.name,
          How: howWords[consent.how],
          Witness: consent.witness,
          'Explained by': consent.explained_by,
          Place: consent.place,
          'Privacy notice': consent.notice_version,
          Date: shownDay(consent.given_on),
          Until: shownDay(consent.until),
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
    ]
    return { sections, people: consents.flatMap(({ name, witness }) => [name, witness]) }
  },
}

const answerWord = (answer: string | undefined) =>
  answer === 'yes' ? 'Yes' : answer === 'no' ? 'No' : answer === undefined ? null : 'Not asked'
