import { Autocomplete, Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import { plural } from '../../../ui/plural.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import { withWord } from '../../importJob.ts'
import type { ImportJob, JobHandle } from '../../ImportJobs.tsx'
import { capital } from '../../rowWords.ts'
import { foldWord } from '../../sheet/choiceOf.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import { SectionHead } from '../../ImportFrame.tsx'
import { useNames } from '../../ValueInput.tsx'
import type { Places } from './usePreparedImport.ts'
import classes from './ValuesStep.module.css'
import { WordRow, WordsHead } from './WordMeanings.tsx'

const FIRST_SHOWN = 20

type UnknownPlacesProps = {
  places: Places
  job: ImportJob
  handle: JobHandle
}

/** The sheet's schools or clusters that are not registered: the user adds each, or chooses the registered one. */
export function UnknownPlaces({ places, job, handle }: UnknownPlacesProps) {
  const { field, unknown } = places
  return (
    <>
      <SectionHead
        title={`${plural(unknown.length, field)} ${unknown.length === 1 ? 'is' : 'are'} not registered yet`}
        about={`${openPlaces(places).length > 0 ? `${addThese(places)}, or choose which is meant.` : LOOK_OVER}${
          field === 'school' ? ' New ones need a cluster.' : ''
        }`}
      >
        <AddPlaces places={places} handle={handle} />
      </SectionHead>
      <Box className={classes.group} pt={0}>
        <PlaceRows places={places} job={job} handle={handle} />
      </Box>
    </>
  )
}

const LOOK_OVER = 'Please check which of them are one of ours under another name.'

/** The places without an answer. */
const openPlaces = ({ unknown, meant, isAdded }: Places) =>
  unknown.flatMap(({ name }) => (meant(name) === '' && !isAdded(name) ? name : []))

/** `Add these 3 schools`, or `Add the other 3 schools` if some have an answer. */
function addThese(places: Places) {
  const { field, unknown } = places
  const { length } = openPlaces(places)
  if (length < unknown.length) return `Add the other ${length === 1 ? field : plural(length, field)}`
  return length === 1 ? `Add this ${field}` : `Add these ${plural(length, field)}`
}

export function AddPlaces({ places, handle }: Omit<UnknownPlacesProps, 'job'>) {
  const names = openPlaces(places)
  if (names.length === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => addPlaces(handle, places.field, names)}
    >
      {addThese(places)}
    </Button>
  )
}

const addPlaces = ({ change }: JobHandle, field: Places['field'], names: string[]) =>
  change(({ answers, newSchools, newClusters }) => ({
    answers: { ...answers, words: { ...answers.words, [field]: without(answers.words[field], names) } },
    ...(field === 'school'
      ? { newSchools: { ...Object.fromEntries(names.map((name) => [name, ''])), ...newSchools } }
      : {
          newClusters: { ...newClusters, ...Object.fromEntries(names.map((name) => [name, true as const])) },
        }),
  }))

/** Each place, with its answer. */
export function PlaceRows({ places, job, handle }: UnknownPlacesProps) {
  const { field, unknown, ours, isAdded, meant } = places
  const { change } = handle
  const [shown, more] = useMore(unknown, FIRST_SHOWN)
  const added = unknown.flatMap(({ name }) => (isAdded(name) ? name : []))
  const clusters = Object.values(job.newSchools)
  const clusterOf = (name = '') => job.newSchools[name] ?? ''
  const giveCluster = (names: string[], cluster: string) =>
    change(({ newSchools }) => ({
      newSchools: { ...newSchools, ...Object.fromEntries(names.map((name) => [name, cluster])) },
    }))
  const mean = (name: string, one: string) =>
    change(({ answers, newSchools, newClusters }) => ({
      answers: withWord(answers, field, name, one),
      newSchools: without(newSchools, [name]),
      newClusters: without(newClusters, [name]),
    }))
  return (
    <div className={classes.words} data-wide>
      {field === 'school' && added.length > 1 && (
        <div className={classes.all}>
          <b className="el-strong">One cluster for all {added.length} new schools</b>
          <ClusterInput
            label={`Cluster of all ${added.length} new schools`}
            cluster={new Set(added.map((name) => job.newSchools[name])).size === 1 ? clusterOf(added[0]) : ''}
            others={clusters}
            onCluster={(cluster) => giveCluster(added, cluster)}
          />
        </div>
      )}
      <WordsHead answer="New, or meant as" />
      <ul>
        {shown.map(({ name, rows }) => {
          const isAsked = Object.hasOwn(job.answers.words[field] ?? {}, foldWord(name))
          const choice = isAdded(name) ? 'add' : isAsked || meant(name) ? 'ours' : undefined
          return (
            <WordRow key={name} word={name} rows={rows}>
              <Segments
                label={`${name} is`}
                choices={[
                  { id: 'add', name: 'Add it' },
                  { id: 'ours', name: 'It is one of ours' },
                ]}
                chosen={choice}
                onChoose={(chosen) => (chosen === 'add' ? addPlaces(handle, field, [name]) : mean(name, ''))}
              />
              {choice === 'ours' && (
                <div className={classes.which}>
                  <span className="el-sm el-ink-2" aria-hidden>
                    {capital(field)}
                  </span>
                  <SearchSelect
                    aria-label={`${name} is the ${field}`}
                    placeholder={`Please Select ${capital(field)}`}
                    data={[...new Set([...ours, ...added, meant(name)])].flatMap((each) =>
                      each && each !== name ? { value: each, label: each } : [],
                    )}
                    value={meant(name)}
                    onChange={(one) => mean(name, one)}
                  />
                </div>
              )}
              {choice === 'add' && field === 'school' && (
                <ClusterInput
                  label={`Cluster of ${name}`}
                  cluster={clusterOf(name)}
                  others={clusters}
                  onCluster={(cluster) => giveCluster([name], cluster)}
                />
              )}
            </WordRow>
          )
        })}
      </ul>
      {more}
    </div>
  )
}

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
    <div className={classes.which}>
      <span className="el-sm el-ink-2" aria-hidden>
        {isNew ? 'New cluster' : 'Cluster'}
      </span>
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
    </div>
  )
}

const without = <Value,>(
  record: Record<string, Value> | undefined,
  names: string[],
): Record<string, Value> => {
  const gone = new Set(names.flatMap((name) => [name, foldWord(name)]))
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !gone.has(name)))
}
