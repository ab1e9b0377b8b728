import type { PairAnswer } from '#contract/students/duplicates.ts'

// Repeated here, because the first screen needs them, but not the contract's schemas.
const answers = ['different', 'same'] as const satisfies PairAnswer[]

/** Which pairs are shown: those of an answer, else those without one. */
export type DuplicatesAddress = { answer?: PairAnswer }

export const readDuplicatesAddress = ({ answer }: Record<string, unknown>): DuplicatesAddress => ({
  answer: answers.find((known) => known === answer),
})
