import { useState } from 'react'
import type { EditConflict } from '#contract/errors.ts'
import { HttpError } from '../http.ts'

/** Keeps what others saved meanwhile, where that is why a save was refused. */
export function useEditConflict() {
  const [conflict, setConflict] = useState<EditConflict>()
  const [answer, setAnswer] = useState<string>()

  const watched = async <Answer>(saving: Promise<Answer>): Promise<Answer> => {
    setAnswer(undefined)
    try {
      return await saving
    } catch (error) {
      setConflict(error instanceof HttpError ? error.body.conflict : undefined)
      throw error
    }
  }
  /** The question is answered, and `next` says what now. */
  const settle = (next: string) => {
    setConflict(undefined)
    setAnswer(next)
  }
  return { conflict, answer, watched, settle }
}
