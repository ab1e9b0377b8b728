import { Box, Button, SimpleGrid, Text } from '@mantine/core'
import { IconArrowRight, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lookupKinds, lookups } from '#contract/lookups.ts'
import { addLookup } from '../../../lookups/lookupApi.ts'
import { lookupForm } from '../../../lookups/lookupForm.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import { Message } from '../../../ui/Message.tsx'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import { plural } from '../../../ui/plural.ts'
import type { WordQuestion } from '../../sheet/askWords.ts'
import type { StepProps } from '../../ImportFrame.tsx'
import { meaningOf, withWord } from '../../importJob.ts'
import { ValueInput } from '../../ValueInput.tsx'
import classes from './ValuesStep.module.css'

type WordMeaningsProps = Pick<StepProps, 'handle' | 'job'> & { questions: WordQuestion[] }

/** Asks for the meaning of words that are not among the form's choices. */
export const WordMeanings = ({ questions, ...props }: WordMeaningsProps) => (
  <Box p="var(--el-pad-y) var(--el-pad)">
    <h2 className="el-h2">What do these mean?</h2>
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={44} verticalSpacing={20} mt={8}>
      {questions.map((question) => (
        <WordsOfColumn key={question.target.field} question={question} {...props} />
      ))}
    </SimpleGrid>
  </Box>
)

type WordsOfColumnProps = Omit<WordMeaningsProps, 'questions'> & { question: WordQuestion }

function WordsOfColumn({ question, handle, job }: WordsOfColumnProps) {
  const { target, heading, words } = question
  const meaning = ({ word, guess }: (typeof words)[number]) => meaningOf(job, target.field, word, guess)
  return (
    <div>
      <Box component="h3" className="el-h3" mb={8}>
        {target.label}{' '}
        <Text span size="ui" c="gray" ml={6}>
          {heading ? `from the column “${heading}”` : 'from the headings'}
        </Text>
      </Box>
      <WordList words={words} answer="Means">
        {(each) => (
          <ValueInput
            target={{ ...target, cellKind: 'words' }}
            label={`${each.word} means`}
            value={meaning(each)}
            onChange={(value) => handle.answer((said) => withWord(said, target.field, each.word, value))}
          />
        )}
      </WordList>
      <AddLookups field={target.field} names={words.flatMap((each) => (meaning(each) ? [] : each.word))} />
    </div>
  )
}

/** Adds years, terms, classes or subjects of the sheet that mean none of the registered ones. */
function AddLookups({ field, names }: { field: string; names: string[] }) {
  const kind = lookupKinds.find((each) => lookups[each].entity === field)
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: async () => {
      if (!kind) return
      for (const name of names) {
        const { data, error } = lookupForm(kind).safeParse({ [lookups[kind].field]: name })
        if (error) throw new Error(`${name}: ${error.issues[0]?.message}`)
        await addLookup(kind, data, { idempotencyKey: newIdempotencyKey() })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['lookups', kind] }),
  })
  if (!kind || names.length === 0) return null
  const { entity } = lookups[kind]
  return (
    <Box mt={10}>
      {adding.error && <Message tone="bad">{adding.error.message}</Message>}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {names.length === 1 ? `Add the ${entity} ${names[0]}` : `Add these ${names.length} ${kind}`}
      </Button>
      <Text size="sm" c="gray" mt={4}>
        Saved at once. An undo of the import leaves {names.length === 1 ? 'it' : 'them'}.
      </Text>
    </Box>
  )
}

/** A column assigned by mistake may have a different word in every row. */
const FIRST_SHOWN = 20

type WordListProps<Word> = {
  words: readonly Word[]
  /** The heads of the first and the last column. */
  asked?: string
  answer: string
  /** Whether there is room for a further answer. */
  isWide?: boolean
  head?: ReactNode
  children: (word: Word) => ReactNode
}

/** Words of the sheet, each with the number of its rows and its answer. */
export function WordList<Word extends { word: string; rows: number }>(props: WordListProps<Word>) {
  const { words, asked = 'In your sheet', answer, isWide, head, children } = props
  const [shown, more] = useMore(words, FIRST_SHOWN)
  return (
    <div className={`el-ui ${classes.words}`} data-wide={isWide}>
      {head}
      {/* Hidden from screen readers, because each answer has its own label. */}
      <Box
        className={`el-strong el-ink-2 ${classes.word}`}
        fz="0.84375rem"
        pb={5}
        visibleFrom="sm"
        aria-hidden
      >
        <span>{asked}</span>
        <span className="el-amount">Rows</span>
        <span />
        <span>{answer}</span>
      </Box>
      <ul>
        {shown.map((each) => (
          <Box
            component="li"
            key={each.word}
            className={`el-line ${classes.word}`}
            mih={49}
            py={{ base: 11, sm: 5 }}
          >
            <b className="el-strong el-break">{each.word}</b>
            <span className="el-ink-2 el-amount" aria-label={plural(each.rows, 'row')}>
              {each.rows}
              <Text span inherit hiddenFrom="sm">
                {each.rows === 1 ? ' row' : ' rows'}
              </Text>
            </span>
            <IconArrowRight size={18} color="var(--el-ink-3)" aria-hidden />
            {children(each)}
          </Box>
        ))}
      </ul>
      {more}
    </div>
  )
}
