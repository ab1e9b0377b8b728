import type { StepProps } from '../../ImportFrame.tsx'
import type { Answer } from '../../sheet/Answers.ts'
import type { Prepared } from '../../sheet/bodyOf.ts'

export type Answering = StepProps & {
  prepared: Prepared
  /** Answers questions, offers to undo that, and focuses the next open one. */
  onAnswer: (answers: Record<string, Answer | undefined>, done: string) => void
}
