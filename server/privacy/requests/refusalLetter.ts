import { dayOf } from '#contract/base/days.ts'
import { refusalLanguages, refusalLetter } from '#contract/privacy/refusalLetter.ts'
import type { RightsRequest } from '#contract/privacy/requests.ts'
import { drawPages, lacksSigns } from './drawPages.ts'

/** The letter of a refusal: a page in English and one in Swahili. */
export function drawRefusal(refused: RightsRequest, charity: string): Buffer {
  const { closed_at, decided_by } = refused
  const letter = { ...refused, charity, on: dayOf(new Date(closed_at ?? '')), signed_by: decided_by ?? '' }
  return drawPages(
    Object.values(refusalLanguages).map((words) => {
      const paragraphs = refusalLetter(words, letter)
      if (paragraphs.some(({ text }) => lacksSigns(text))) paragraphs.push({ text: words.unknown })
      return paragraphs
    }),
  )
}
