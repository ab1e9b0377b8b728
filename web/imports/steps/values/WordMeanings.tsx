import { Box, Button, SimpleGrid, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LookupKind, lookups } from '#contract/lookups.ts'
import { addLookup } from '../../../lookups/lookupApi.ts'
import { lookupForm } from '../../../lookups/lookupForm.ts'
import { Message } from '../../../ui/Message.tsx'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import type { WordQuestion } from '../../sheet/askWords.ts'
import { ValueInput } from '../../ValueInput.tsx'
import classes from './ValuesStep.module.css'
import { WordList } from './WordList.tsx'

type Answered = {
  meaning: (field: string, word: string, guess: string | null) => string
  onMeaning: (field: string, word: string, meaning: string) => void
}
type WordMeaningsProps = Answered & { questions: WordQuestion[] }

/** Asks for the meaning of words that are not among the form's choices. */
export const WordMeanings = ({ questions, ...answers }: WordMeaningsProps) => (
  <div className={classes.group}>
    <h2 className="el-h2">What do these mean?</h2>
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={44} verticalSpacing={20} mt={8}>
      {questions.map((question) => (
        <WordsOfColumn key={question.target.field} question={question} {...answers} />
      ))}
    </SimpleGrid>
  </div>
)

function WordsOfColumn({ question, meaning, onMeaning }: { question: WordQuestion } & Answered) {
  const { target, heading, words } = question
  return (
    <div>
      <Box component="h3" className="el-h3" mb={8}>
        {target.label}{' '}
        <Text span size="ui" c="gray" ml={6}>
          {heading ? `from the column “${heading}”` : 'from the headings'}
        </Text>
      </Box>
      <WordList
        words={words}
        answer="Means"
        foot={
          <AddLookups
            field={target.field}
            names={words.flatMap(({ word, guess }) => (meaning(target.field, word, guess) ? [] : word))}
          />
        }
      >
        {({ word, guess }) => (
          <ValueInput
            target={{ ...target, holds: 'words' }}
            label={`${word} means`}
            value={meaning(target.field, word, guess)}
            onChange={(value) => onMeaning(target.field, word, value)}
          />
        )}
      </WordList>
    </div>
  )
}

const lookupKinds: Partial<Record<string, LookupKind>> = {
  year: 'years',
  term: 'terms',
  class: 'classes',
  subject: 'subjects',
}

/** Adds years, terms, classes or subjects of the sheet that mean none of the registered ones. */
function AddLookups({ field, names }: { field: string; names: string[] }) {
  const kind = lookupKinds[field]
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
