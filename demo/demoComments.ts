import { type Grade, isUnmarked } from '#contract/reportCards.ts'
import type { Pick } from './createPick.ts'

export type DemoMark = { subject: string; mark: number; grade: Grade }
type Result = { marks: DemoMark[]; mark: number; hasDipped: boolean }

const praise = [
  'An excellent term. Keep the pace.',
  'Very good work in class and in the examination.',
  'A leader in group work, and punctual with every assignment.',
]
const encouragement = [
  'A fair result. More practice will bring more.',
  'Good effort. Revise the past papers over the holidays.',
  'Steady, with room to grow in the sciences.',
]
const concern = [
  'Can do better than this. Attend the remedial lessons.',
  'Below what was expected. We have spoken about it.',
  'Needs to complete assignments and ask when something is not clear.',
]
const dips = [
  'The results dropped this term after a strong start of the year.',
  'A weaker term than the last two; fatigue was noticeable.',
]
const visits = [
  'Visited at school and spoke with the class teacher.',
  'The guardian came to the academic day.',
  'Spoke on the telephone with the matron.',
  'Met at the holiday workshop.',
  'Visited at home; the guardian is well.',
]
const moods = [
  'Settled in the dormitory and has made friends.',
  'Cheerful, plays in the school netball team.',
  'A little homesick, but sleeps and eats well.',
  'Sings in the choir and is confident in front of others.',
  'Worried about the guardian’s health. We call every second week.',
  'Quiet. The school counsellor meets the student once a month.',
  'No concerns this term.',
]

/** The four texts of a report card, which agree with its marks. */
export function inventComments(pick: Pick, { name }: { name: string }, { marks, mark, hasDipped }: Result) {
  const first = name.split(' ')[0] ?? name
  const inOrder = marks.filter(({ grade }) => !isUnmarked(grade)).toSorted((a, b) => b.mark - a.mark)
  const best = inOrder[0]?.subject ?? 'every subject'
  const weakest = inOrder.at(-1)?.subject ?? 'every subject'
  const missed = marks.filter(({ grade }) => isUnmarked(grade)).map(({ subject }) => subject)
  const tone = hasDipped ? dips : mark >= 65 ? praise : mark >= 48 ? encouragement : concern
  return {
    teacher_comment: `${pick(tone)} ${first} did best in ${best}.`,
    liaison_comment: [
      pick(visits),
      pick([`${first} likes ${best} most.`, `${first} finds ${weakest} hard.`]),
      ...(missed.length > 0 ? [`Was not marked in ${missed.join(' and ')}.`] : []),
    ].join(' '),
    action_plan: pick([
      `Two remedial lessons in ${weakest} a week.`,
      `A revision book for ${weakest}, and a study partner.`,
      `Past papers in ${weakest} over the holidays; we look at them together.`,
      `Aim for ${Math.min(95, Math.ceil(mark / 5) * 5 + 5)} next term, with ${weakest} first.`,
    ]),
    psychosocial: pick(moods),
  }
}
