import type { School } from '#contract/schools.ts'

/** Five clusters with five schools each; the names are made up for the sample charity. */
export const demoSchools: Record<string, string[]> = {
  Kisumu: [
    'Nyando Girls High School',
    'Lakeview Boys High School',
    'Ahero Mixed Secondary School',
    'Dunga Hills Secondary School',
    'Kano Plains Special School',
  ],
  'Nairobi East': [
    'Donholm Ridge Secondary School',
    'Mihango Girls High School',
    'Embakasi Garden Boys School',
    'Umoja Light Secondary School',
    'Kayole Vision Special School',
  ],
  Kwale: [
    'Shimba View High School',
    'Diani Reef Secondary School',
    'Msambweni Girls High School',
    'Lunga Bay Boys High School',
    'Kinango Mixed Secondary School',
  ],
  'Uasin Gishu': [
    'Kapsoya Heights High School',
    'Moiben Valley Girls School',
    'Turbo Hill Boys High School',
    'Sergoit Rock Secondary School',
    'Ziwa Falls Secondary School',
  ],
  Machakos: [
    'Mua Hills Girls High School',
    'Iveti Boys High School',
    'Kathiani Stream Secondary School',
    'Mwala Acacia Secondary School',
    'Yatta Springs Special School',
  ],
}

const FEMALE = 2
const SPECIAL = 2

type Pupil = { gender: number; category: number }

/**
 * The schools that take a student: a special school for those who need one, and no boys' school for a girl or girls'
 * school for a boy.
 */
export function schoolsFor({ gender, category }: Pupil, schools: School[]): School[] {
  const others = gender === FEMALE ? / Boys / : / Girls /
  return schools.filter(
    ({ school }) => / Special /.test(school) === (category === SPECIAL) && !others.test(school),
  )
}
