import { namesOf } from '../base/fields.ts'
import { type StudentField, studentFields } from '../students/students.ts'
import { type SharedPurpose, sharedPurposes } from './consentStates.ts'

/**
 * In both languages of the printed form. The Swahili has not been read by a native speaker yet: have it read before a form
 * is used.
 */
export type Words = [english: string, swahili: string]

/** The fields as a family reads them. Null for those that only staff see. */
const fieldWords: Record<StudentField, Words | null> = {
  name: ['full name', 'jina kamili'],
  category: ['category', 'kundi'],
  gender: ['gender', 'jinsia'],
  dob: ['date of birth and age', 'tarehe ya kuzaliwa na umri'],
  dor: ['date of registration', 'tarehe ya kusajiliwa'],
  entry_exam: ['entry exam', 'mtihani wa kujiunga'],
  kcpe: ['KCPE score', 'alama za KCPE'],
  assessment_no: ['assessment number', 'nambari ya mtihani'],
  pathway: ['pathway', 'mkondo wa masomo'],
  ambition: ['ambition', 'ndoto yake'],
  siblings: ['number of siblings', 'idadi ya ndugu'],
  languages: ['languages', 'lugha'],
  school_id: ['school', 'shule'],
  admission_no: null,
  background: ['background', 'historia yake'],
  mother: ['mother’s name', 'jina la mama'],
  father: ['father’s name', 'jina la baba'],
  guardian: ['guardian’s name', 'jina la mlezi'],
  guardian_phone: null,
  liaison_id: ['liaison officer', 'afisa wetu'],
}

export type SharedUnder = SharedPurpose | 'always'

/** What a supporter sees besides the fields. */
const moreWords: Record<SharedUnder, Words[]> = {
  always: [
    ['first name', 'jina la kwanza'],
    ['ref', 'nambari ya mtoto katika Elimu'],
    ['class', 'darasa'],
    ['whether the child is supported now', 'kama mtoto anafadhiliwa sasa'],
  ],
  profile: [['month in which the child left', 'mwezi alioondoka']],
  progress: [
    ['certificate or result slip', 'cheti au hati ya matokeo'],
    ['report cards with their school and class', 'ripoti pamoja na shule na darasa'],
    ['receipts and costs', 'stakabadhi na gharama'],
    ['comments', 'maoni'],
    ['fee structure', 'orodha ya karo'],
    ['account statement', 'taarifa ya akaunti'],
  ],
  pictures: [
    ['profile picture', 'picha ya wasifu'],
    ['pictures in the gallery', 'picha nyingine'],
  ],
  videos: [['videos in the gallery', 'video zote']],
}

export type SharedItem = { field: StudentField | null; words: Words }

/** What a supporter may see: always, and under each purpose. Staff read this list in Elimu, and families on the form. */
export const sharedList: { under: SharedUnder; items: SharedItem[] }[] = (
  ['always', ...sharedPurposes] as const
).map((under) => ({
  under,
  items: [
    ...namesOf(studentFields).flatMap((field) => {
      const words = fieldWords[field]
      return words && studentFields[field].sharedUnder === under ? [{ field, words }] : []
    }),
    ...moreWords[under].map((words) => ({ field: null, words })),
  ],
}))
