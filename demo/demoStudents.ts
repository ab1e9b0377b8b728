import type { EntryExamName } from '#contract/students.ts'
import type { Pick } from './createPick.ts'

export const GRADUATED = 3

const girls = [
  'Faith',
  'Mercy',
  'Achieng',
  'Wanjiku',
  'Halima',
  'Chebet',
  'Mwende',
  'Zawadi',
  'Nafula',
  'Kerubo',
  'Amina',
  'Joy',
  'Cynthia',
  'Purity',
  'Brenda',
  'Sharon',
  'Atieno',
  'Nyambura',
  'Moraa',
  'Rehema',
  'Esther',
  'Grace',
  'Naserian',
  'Winnie',
]
const boys = [
  'Brian',
  'Kevin',
  'Kiprono',
  'Barasa',
  'Otieno',
  'Kamau',
  'Hassan',
  'Mutua',
  'Wekesa',
  'Juma',
  'Dennis',
  'Collins',
  'Emmanuel',
  'Felix',
  'Lemayian',
  'Musa',
  'Odhiambo',
  'Njoroge',
  'Kyalo',
  'Samson',
  'Victor',
  'Ian',
  'Baraka',
  'Elijah',
]
const middle = [
  'Atieno',
  'Wambui',
  'Akinyi',
  'Jepkosgei',
  'Muthoni',
  'Nekesa',
  'Moraa',
  'Syombua',
  'Kiptoo',
  'Omondi',
  'Mwangi',
  'Barasa',
  'Mutiso',
  'Abdi',
  'Kimani',
  'Onyango',
]
const families = [
  'Odhiambo',
  'Kamau',
  'Cheruiyot',
  'Mutua',
  'Noor',
  'Wekesa',
  'Ochieng',
  'Njeri',
  'Kiprotich',
  'Musyoka',
  'Abdalla',
  'Nyaboke',
  'Karanja',
  'Simiyu',
  'Ole Sankale',
  'Mwakio',
  'Onyancha',
  'Chepkoech',
  'Gitau',
  'Ndung’u',
  'Makokha',
  'Kariuki',
  'Auma',
  'Rotich',
]
const ambitions = [
  'Civil engineer',
  'Nurse',
  'Teacher',
  'Doctor',
  'Lawyer',
  'Pilot',
  'Journalist',
  'Agronomist',
  'Software developer',
  'Accountant',
  'Chef',
  'Marine biologist',
  'Electrician',
  'Vet',
  'Musician',
]
const languages = [
  'Dholuo, Kiswahili, English',
  'Kikuyu, Kiswahili, English',
  'Kiswahili, English',
  'Kikamba, Kiswahili, English',
  'Kalenjin, Kiswahili, English',
  'Luhya, Kiswahili, English',
  'Somali, Kiswahili, English',
  'Digo, Kiswahili, English',
]
const women = ['aunt', 'grandmother', 'elder sister', 'neighbour']
const men = ['uncle', 'grandfather', 'elder brother', 'neighbour']
const works = [
  'sells vegetables at the market',
  'works on a tea farm',
  'mends shoes beside the bus stage',
  'fetches and sells water',
  'sews school uniforms',
  'rides a boda boda',
  'keeps three goats and a small plot',
]
const strengths = [
  'top of the class in primary school',
  'the first of the family to finish primary school',
  'a keen member of the debate club',
  'known for drawing',
  'a fast runner',
  'good with numbers',
  'patient with the younger children',
]

const byKcpe: { entry_exam: EntryExamName; assessment_no: string; pathway: string } = {
  entry_exam: 'KCPE',
  assessment_no: '',
  pathway: '',
}

export type Invented = ReturnType<typeof inventStudent>

/** What is typed of a student in Add New Student, apart from school and liaison officer. The age is that at joining. */
export function inventStudent(pick: Pick, joined: number, age = 14) {
  const isGirl = pick([true, false])
  const family = pick(families)
  const name = [pick(isGirl ? girls : boys), ...pick([[], [pick(middle)]]), family].join(' ')
  const born = joined - age
  const siblings = pick([0, 1, 2, 2, 3, 3, 4, 5, 7])
  const father = `${pick(boys)} ${family}${pick(['', '', '', ' (late)'])}`
  const mother = `${pick(girls)} ${pick(families)}${pick(['', '', '', '', ' (late)'])}`
  const isWoman = pick([true, true, false])
  const relation = pick(isWoman ? women : men)
  const they = isGirl ? 'She' : 'He'
  const first = name.split(' ')[0]
  return {
    joined,
    name,
    isGirl,
    dob: `${born}-${pick(['01', '03', '04', '06', '08', '09', '11'])}-${pick(['04', '09', '12', '17', '21', '28'])}`,
    dor: `${joined}-01-${pick(['12', '16', '19', '23'])}`,
    ...byKcpe,
    kcpe: pick<number | ''>([238, 251, 266, 279, 291, 302, 314, 327, 338, 346, 355, 362, 371, 380, 391, 402]),
    siblings,
    gender: isGirl ? 2 : 1,
    category: pick([1, 1, 1, 1, 1, 1, 1, 2]),
    ambition: pick(ambitions),
    languages: pick(languages),
    mother,
    father,
    guardian: `${pick(isWoman ? girls : boys)} ${pick(families)}, ${relation}`,
    background: `${first} lives with ${isGirl ? 'her' : 'his'} ${relation}, who ${pick(works)}, and has ${brothersAndSisters(siblings)}. ${they} was ${pick(strengths)} and joined secondary school with help from the charity in ${joined}.`,
  }
}

function brothersAndSisters(siblings: number): string {
  if (siblings === 0) return 'no brothers or sisters'
  return siblings === 1 ? 'one brother' : `${siblings} brothers and sisters`
}

/** The year in which they came to Form 1: four years ago for graduates, later for most others. */
export const inventJoined = (pick: Pick, status: number, year: number): number =>
  status === GRADUATED ? year - 4 : year - pick([0, 1, 1, 2, 2, 3, 3, 3])

/** Most students are active; the others have each of the other statuses. */
export const statusOf = (index: number) => ({ 7: GRADUATED, 11: 2, 17: 1, 23: GRADUATED })[index % 29] ?? 0
