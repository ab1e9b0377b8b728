import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImportedRow } from '#contract/imports.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import { listOf } from '../../../ui/plural.ts'
import { type CheckedParts, checkRows, SETTLE_MS } from '../../importApi.ts'
import frame from '../../imports.module.css'
import { textOf } from '../../rowWords.ts'
import { bodyOf } from '../../sheet/bodyOf.ts'
import { meaningOf, type Settled } from '../../sheet/ask/settle.ts'
import type { Question } from '../../sheet/ask/Question.ts'
import type { Answering } from './Answering.ts'
import { ChangeableAnswers } from './ChangeableAnswers.tsx'
import { answerWords, countWords, whereWords } from './questionWords.ts'

/** Whether a sheet has no class, so that each student's own class of the year counts. */
export const isOwnClass = ({ kind, target, key }: Question, { answer }: Settled) =>
  kind === 'sheet' && target.field === 'class' && meaningOf(answer(key)) === ''

const SHOWN = 3

type OwnClassesProps = Answering & { questions: Question[] }

/** The sheets without a class, and which classes the other records of their students give. */
export function OwnClasses({ questions, ...answering }: OwnClassesProps) {
  const [shown, more] = useMore(questions, { first: SHOWN })
  const counted = useOwnClasses(answering)
  return (
    <section className={frame.ownClasses} aria-label="No class">
      <ChangeableAnswers
        {...answering}
        questions={shown}
        words={(question) => ({
          text: 'No class',
          answer: answerWords(question, { means: '' }),
          count: `${countWords(question)}${whereWords(question)}`,
        })}
      />
      <p className="el-ui el-ink-2 el-numbers" aria-live="polite">
        {counted && countedWords(counted)} {more}
      </p>
    </section>
  )
}

/** The fields that say whose record a row is. */
const identifying = ['ref', 'admission_no', 'name', 'school', 'year', 'term', 'receipt_no', 'place']

/** Checks whose records the rows without a class are, whatever else is open about them. Undefined until a year is known. */
function useOwnClasses({ kind, job, prepared }: Answering): CheckedParts | undefined {
  const current = useMemo(() => ({ kind, job, prepared }), [kind, job, prepared])
  const [settled] = useDebouncedValue(current, SETTLE_MS)
  const body = useMemo(() => {
    const { rows, new_lookups } = bodyOf(settled.kind, settled.job, settled.prepared).body
    const own = rows.filter((row) => textOf(row, 'class') === '' && textOf(row, 'year') !== '')
    const fieldsOf = (row: ImportedRow) =>
      Object.fromEntries(identifying.map((name) => [name, textOf(row, name)]))
    return own.length > 0
      ? JSON.stringify({ kind: settled.kind, rows: own.map(fieldsOf), new_lookups })
      : undefined
  }, [settled])
  // Stands in for the body, which is too large for a query key, and which most answers do not change.
  const key = useMemo(() => body && newIdempotencyKey(), [body])
  return useQuery({
    queryKey: ['import classes', key],
    queryFn: body
      ? ({ signal }) => checkRows(JSON.parse(body) as Parameters<typeof checkRows>[0], signal)
      : skipToken,
    staleTime: Infinity,
    gcTime: 0,
  }).data
}

/** `Form 2 for 141 and Form 3 for 133. Check asks for the other 14.` */
export function countedWords({ own_classes, errors }: Pick<CheckedParts, 'own_classes' | 'errors'>): string {
  const classes = own_classes.map(({ name, records }) => `${name} for ${records}`)
  const isOpen = ({ field, code }: CheckedParts['errors'][number]) => field === 'class' && code === 'empty'
  const open = new Set(errors.filter(isOpen).map(({ row }) => row)).size
  if (classes.length === 0)
    return open > 0 ? `No student has another record of that year. Check asks for all ${open}.` : ''
  return `${listOf(classes)}.${open > 0 ? ` Check asks for the other ${open}.` : ''}`
}
