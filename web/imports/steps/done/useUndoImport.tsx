import { Box } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Import, ImportKind, Undone } from '#contract/imports.ts'
import { call } from '../../../ui/call.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Message } from '../../../ui/Message.tsx'
import { ConfirmModal } from '../../../ui/modal/ConfirmModal.tsx'
import { plural } from '../../../ui/plural.ts'
import { undoQuery } from '../../importApi.ts'
import { useDroppedFiles } from '../../ImportJobs.tsx'
import { countsOf, nounOf, nounsOf } from '../../rowWords.ts'

/** The undo of an import: its dialog, which `ask` opens, and its result. */
export function useUndoImport() {
  const [asking, setAsking] = useState<Import>()
  const [outcome, setOutcome] = useState<UndoOutcomeProps>()
  return {
    ask: setAsking,
    outcome: outcome && <UndoOutcome {...outcome} />,
    modal: asking && (
      <UndoModal
        of={asking}
        onUndone={(undone) => setOutcome({ undone, kind: asking.kind })}
        onClose={() => setAsking(undefined)}
      />
    ),
  }
}

type UndoModalProps = { of: Import; onUndone: (undone: Undone) => void; onClose: () => void }

/** Shows what an undo would remove, restore and leave, and asks for confirmation. */
function UndoModal({ of, onUndone, onClose }: UndoModalProps) {
  const client = useQueryClient()
  const dropped = useDroppedFiles()
  const { data, error, refetch } = useQuery(undoQuery(of.id))
  return (
    <ConfirmModal
      title="Undo this import?"
      verb="Undo"
      icon={IconArrowBackUp}
      isWaiting={!data}
      confirm={(transfer) =>
        call('POST /api/imports/:id/undo', {
          params: { id: of.id },
          action: { verb: 'undo the import', ...(of.file && { name: of.file }) },
          ...transfer,
        })
      }
      onSaved={({ data: undone }) => {
        onUndone(undone)
        dropped.set(dropped.all().filter(({ item }) => item.imported.id !== of.id))
        // An undo may change students, schools, users and the missing list.
        void client.invalidateQueries()
      }}
      onClose={onClose}
    >
      {data ? (
        <>
          {undoSummary(of.kind, data)} <UnchangedRows kept={data.kept} kind={of.kind} />
        </>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <output>Counting what would be undone …</output>
      )}
    </ConfirmModal>
  )
}

/** `770 students, 2 schools and 9 files will be removed. 13 students will be as before.` */
function undoSummary(kind: ImportKind, { removed, restored, ...undone }: Undone): string {
  const noun = nounOf(kind)
  const gone = countsOf([
    [removed, noun],
    [undone.schools, 'school'],
    [undone.clusters, 'cluster'],
    [undone.lookups, 'added name'],
    [undone.files, 'file'],
  ])
  const words = [
    gone && `${gone} will be removed.`,
    restored > 0 && `${plural(restored, noun)} will be as before.`,
  ].filter(Boolean)
  return words.length > 0 ? words.join(' ') : 'Nothing can be undone.'
}

/** The rows that an undo does not change, and why. */
function UnchangedRows({ kept, kind }: Pick<Undone, 'kept'> & { kind: ImportKind }) {
  if (kept.length === 0) return null
  return (
    <>
      {kept.length === 1 ? 'This one stays' : `These ${kept.length} stay`}:
      <Box
        component="ul"
        mah={320}
        mt={6}
        pl={20}
        style={{ listStyle: 'disc', overflowY: 'auto' }}
        aria-label={`${nounsOf(kind)} that stay`}
      >
        {kept.map(({ id, name, ref, why }) => (
          <li key={`${id} ${name}`}>
            <b className="el-strong">{name}</b>, {ref && `${ref}, `}
            {why.charAt(0).toLowerCase() + why.slice(1)}
          </li>
        ))}
      </Box>
    </>
  )
}

type UndoOutcomeProps = { undone: Undone; kind: ImportKind }

/** The result of an undo. */
function UndoOutcome({ undone, kind }: UndoOutcomeProps) {
  const { removed, restored, kept } = undone
  const done = [removed > 0 && `${removed} removed`, restored > 0 && `${restored} restored`].filter(Boolean)
  return (
    <Message tone={kept.length > 0 ? 'note' : 'good'}>
      {kept.length === 0 ? 'The import' : done.length > 0 ? 'A part of the import' : 'Nothing'} was undone
      {done.length > 0 && `: ${done.join(', ')}`}. <UnchangedRows kept={kept} kind={kind} />
    </Message>
  )
}
