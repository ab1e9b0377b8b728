import { Autocomplete, Box, Button, Flex } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import { capital, plural } from '../../../ui/plural.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import { withWord } from '../../importJob.ts'
import type { JobHandle } from '../../ImportJobs.tsx'
import { foldWord } from '../../sheet/choiceOf.ts'
import { useNames } from '../../ValueInput.tsx'
import type { Places } from './usePreparedImport.ts'
import classes from './ValuesStep.module.css'
import { WordList } from './WordMeanings.tsx'

type UnknownPlacesProps = { places: Places; handle: JobHandle }

/** The sheet's schools or clusters that are not registered: the user adds each, or chooses the registered one. */
export function UnknownPlaces({ places, handle }: UnknownPlacesProps) {
  const { field, unknown, open } = places
  const advice =
    open.length > 0
      ? `${addThese(places)}, or choose which is meant.`
      : 'Please check which of them are one of ours under another name.'
  return (
    <div>
      <CardHead
        title={`${plural(unknown.length, field)} ${unknown.length === 1 ? 'is' : 'are'} not registered yet`}
        about={`${advice}${field === 'school' ? ' New ones need a cluster.' : ''}`}
      >
        <AddPlaces places={places} handle={handle} />
      </CardHead>
      <Box p="0 var(--el-pad) var(--el-pad-y)">
        <PlaceRows places={places} handle={handle} />
      </Box>
    </div>
  )
}

/** `Add these 3 schools`, or `Add the other 3 schools` if some have an answer. */
function addThese({ field, unknown, open: { length } }: Places) {
  if (length < unknown.length) return `Add the other ${length === 1 ? field : plural(length, field)}`
  return length === 1 ? `Add this ${field}` : `Add these ${plural(length, field)}`
}

export const AddPlaces = ({ places, handle }: UnknownPlacesProps) =>
  places.open.length > 0 && (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => addPlaces(handle.answer, places.field, places.open)}
    >
      {addThese(places)}
    </Button>
  )

/** Adds names as new, also if they were matched with registered ones before. Schools that are added already keep their cluster. */
const addPlaces = (answer: JobHandle['answer'], field: Places['field'], names: string[]) =>
  answer(({ words, added }) => ({
    words: { ...words, [field]: without(words[field], names) },
    added: { ...withCluster(names, ''), ...added },
  }))

const withCluster = (names: string[], cluster: string) =>
  Object.fromEntries(names.map((name) => [foldWord(name), cluster]))

/** Each place, with its answer. */
export function PlaceRows({ places, handle: { answer } }: UnknownPlacesProps) {
  const { field, unknown, ours, answerOf, clusterOf, meant } = places
  const added = unknown.flatMap(({ word }) => (answerOf(word) === 'add' ? word : []))
  const clusters = [...new Set(added.map(clusterOf))]
  const clusterInput = (label: string, names: string[], cluster = '') => (
    <ClusterInput
      label={label}
      cluster={cluster}
      others={clusters}
      onCluster={(chosen) => answer((said) => ({ added: { ...said.added, ...withCluster(names, chosen) } }))}
    />
  )
  const mean = (name: string, one: string) =>
    answer((said) => ({ ...withWord(said, field, name, one), added: without(said.added, [name]) }))
  return (
    <WordList
      words={unknown}
      answer="New, or meant as"
      isWide
      head={
        field === 'school' &&
        added.length > 1 && (
          <Box className={classes.word} pb={12}>
            <Box component="b" className="el-strong" style={{ gridColumn: '1 / -2' }}>
              One cluster for all {added.length} new schools
            </Box>
            {clusterInput(
              `Cluster of all ${added.length} new schools`,
              added,
              clusters.length === 1 ? clusters[0] : '',
            )}
          </Box>
        )
      }
    >
      {({ word }) => (
        <>
          <Segments
            label={`${word} is`}
            choices={[
              { id: 'add', name: 'Add it' },
              { id: 'ours', name: 'It is one of ours' },
            ]}
            chosen={answerOf(word)}
            onChoose={(chosen) => (chosen === 'add' ? addPlaces(answer, field, [word]) : mean(word, ''))}
          />
          {answerOf(word) === 'ours' && (
            <LabelledAnswer label={capital(field)}>
              <SearchSelect
                aria-label={`${word} is the ${field}`}
                placeholder={`Please Select ${capital(field)}`}
                data={[...new Set([...ours, ...added, meant(word)])].flatMap((each) =>
                  each && each !== word ? { value: each, label: each } : [],
                )}
                value={meant(word)}
                onChange={(one) => mean(word, one)}
              />
            </LabelledAnswer>
          )}
          {answerOf(word) === 'add' &&
            field === 'school' &&
            clusterInput(`Cluster of ${word}`, [word], clusterOf(word))}
        </>
      )}
    </WordList>
  )
}

/** A further answer, with its label: on phones above it, because names of schools need the whole width. */
const LabelledAnswer = ({ label, children }: { label: string; children: ReactNode }) => (
  <Flex
    className={classes.further}
    direction={{ base: 'column', sm: 'row' }}
    align={{ sm: 'center' }}
    gap={{ base: 2, sm: 10 }}
  >
    <Box component="span" miw={76} className="el-sm el-ink-2" aria-hidden>
      {label}
    </Box>
    <div className="el-grow">{children}</div>
  </Flex>
)

type ClusterInputProps = {
  label: string
  cluster: string
  /** The clusters of all new schools, including new clusters. */
  others: string[]
  onCluster: (cluster: string) => void
}

/** An unknown cluster is added with its school. */
function ClusterInput({ label, cluster, others, onCluster }: ClusterInputProps) {
  const known = useNames('cluster')?.map(({ value }) => value) ?? []
  const isNew = cluster.trim() !== '' && !known.includes(cluster)
  return (
    <LabelledAnswer label={isNew ? 'New cluster' : 'Cluster'}>
      <Autocomplete
        aria-label={label}
        placeholder="Choose or type a cluster"
        data={[...new Set([...known, ...others.filter(Boolean)])]}
        value={cluster}
        onChange={onCluster}
        limit={100}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
      />
    </LabelledAnswer>
  )
}

const without = (answers: Record<string, string> = {}, names: string[]) => {
  const gone = new Set(names.map(foldWord))
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !gone.has(key)))
}
