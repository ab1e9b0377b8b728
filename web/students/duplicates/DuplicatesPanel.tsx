import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  type DuplicatePair,
  pairAnswers,
  type PairedStudent,
  type PairState,
} from '#contract/students/duplicates.ts'
import { studentStatuses } from '#contract/students/students.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { useListState } from '../../ui/list/rows/useListState.ts'
import { Message } from '../../ui/Message.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useAddressChange } from '../../ui/useAddressChange.ts'
import { Segments } from '../../ui/form/Segments.tsx'
import { type Answering, noColumns, pairKey, useAnswers, useDuplicates } from './duplicateApi.ts'
import { readDuplicatesAddress } from './duplicatesAddress.ts'
import { type OpenPair, PairCard } from './PairCard.tsx'

const words: Record<PairState, string> = { open: 'To answer', ...pairAnswers }

/** Pairs of students who may be the same child, side by side, each with its question. */
export function DuplicatesPanel() {
  const change = useAddressChange()
  const controls = useListState()
  const { answer: shown = 'open' } = readDuplicatesAddress(useSearch({ strict: false }))
  const { list, counts } = useDuplicates(shown, controls)
  const [open, setOpen] = useState<OpenPair>()
  const { done, answer, errorOf } = useAnswers(() => setOpen(undefined))
  const card = (pair: DuplicatePair) => (
    <PairCard pair={pair} open={open} onOpen={setOpen} onAnswer={answer} error={errorOf(pair)} />
  )
  return (
    <>
      <PageHead
        back={
          <BackLink to="/dashboard" search={{ menu: 'students' }}>
            Back to Students
          </BackLink>
        }
        title="Possible duplicates"
        subtitle="Students with nearly the same name and date of birth, or the same admission number at one school. Answer each pair."
      />
      {done && (
        <Answered
          key={`${pairKey(done.pair)} ${done.form?.answer}`}
          done={done}
          error={errorOf(done.pair)}
          onUndo={() => answer({ ...done, form: undefined })}
        />
      )}
      <ListView
        list={list}
        controls={controls}
        rowKey={pairKey}
        columns={noColumns}
        card={card}
        hasCards
        noun={shown === 'open' ? 'possible duplicates' : 'answers'}
        searchLabel="Search by name or ref"
        noMatchHint="Check the spelling, or search by ref."
        emptyHint={
          shown === 'open'
            ? 'Two students appear here once they have nearly the same name and date of birth, or the same admission number at one school.'
            : `A pair appears here once it is answered with “${words[shown]}”.`
        }
        tools={
          <PairFilter
            counts={counts}
            shown={shown}
            onShow={(state) => change({ answer: state === 'open' ? undefined : state })}
          />
        }
      />
    </>
  )
}

type PairFilterProps = {
  counts: Record<PairState, number> | undefined
  shown: PairState
  onShow: (state: PairState) => void
}

const PairFilter = ({ counts, shown, onShow }: PairFilterProps) => (
  <Segments
    label="Show pairs"
    choices={Object.entries(words).map(([id, word]) => ({
      id: id as PairState,
      name: (
        <>
          {word} <b>{counts?.[id as PairState]}</b>
        </>
      ),
    }))}
    chosen={shown}
    onChoose={onShow}
  />
)

type AnsweredProps = { done: Answering; error: string | undefined; onUndo: () => void }

/** The last answer. It gets the focus, because the focused card was removed. */
function Answered({ done: { pair, form }, error, onUndo }: AnsweredProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const both = `${titleOf(pair.first)} and ${titleOf(pair.second)}`
  const closed = form?.close && [pair.first, pair.second].find(({ id }) => id === form.close?.id)
  const status = studentStatuses[form?.close?.status as keyof typeof studentStatuses]
  return (
    <div ref={box} tabIndex={-1}>
      {error && (
        <Message tone="bad" hasSpaceBelow>
          {error}
        </Message>
      )}
      <Message
        tone="done"
        hasSpaceBelow
        action={
          form && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={onUndo}
            >
              Undo
            </Button>
          )
        }
      >
        <b>{form ? pairAnswers[form.answer] : 'To be answered again'}:</b> {both}.{' '}
        {form && (closed ? `${closed.ref} is ${status}.` : 'Elimu will not ask again.')}
      </Message>
    </div>
  )
}

const titleOf = ({ name, ref }: PairedStudent) => `${name} ${ref}`
