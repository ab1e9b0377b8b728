import type { PairAnswer } from '#contract/students/duplicates.ts'

// Not from the contract, so that the first screen does not load its schemas.
const answers = ['different', 'same'] as const satisfies PairAnswer[]

/** Which pairs are shown: those of an answer, else those without one. */
export type DuplicatesAddress = { answer?: PairAnswer }

export const readDuplicatesAddress = ({ answer }: Record<string, unknown>): DuplicatesAddress => ({
  answer: answers.find((known) => known === answer),
})
