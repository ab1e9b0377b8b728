import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Import, ImportKind, Undone } from '#contract/imports.ts'
import { Message } from '../../ui/Message.tsx'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { plural } from '../../ui/plural.ts'
import { undoImport } from '../importApi.ts'
import { useDroppedFiles } from '../ImportJobs.tsx'
import { nounOf } from '../rowWords.ts'
import classes from './EarlierImports.module.css'

type UndoModalProps = { of: Import; onUndone: (undone: Undone) => void; onClose: () => void }

/** Asks before an import is taken back. */
export function UndoModal({ of, onUndone, onClose }: UndoModalProps) {
  const client = useQueryClient()
  const dropped = useDroppedFiles()
  return (
    <ConfirmModal
      title="Undo this import?"
      verb="Undo"
      icon={IconArrowBackUp}
      confirm={(transfer) => undoImport(of, transfer)}
      onSaved={({ data }) => {
        onUndone(data)
        dropped.change(of.id, () => [])
        // Students, schools, users and what is missing: all of them may have changed.
        void client.invalidateQueries()
      }}
      onClose={onClose}
    >
      {whatGoes(of)}{' '}
      {of.kind === 'students'
        ? 'Whoever was changed since, or has got a record, picture or other file, stays and is named.'
        : 'What was changed or used since stays, and is named.'}
    </ConfirmModal>
  )
}

/** `770 students are removed again, and 13 are as they were before.` */
function whatGoes({ kind, created, updated, schools }: Import): string {
  const noun = nounOf(kind)
  const added = [
    created > 0 && plural(created, noun),
    kind === 'students' && schools > 0 && plural(schools, 'school'),
  ]
    .filter(Boolean)
    .join(' and ')
  const isOne = created === 1 && !added.includes(' and ')
  return [
    added && `${added} ${isOne ? 'is' : 'are'} removed again.`,
    updated > 0 && `${plural(updated, noun)} ${updated === 1 ? 'becomes' : 'become'} as before.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What an undo did, and what it left. */
export function UndoOutcome({
  undone: { removed, restored, kept },
  kind,
}: {
  undone: Undone
  kind: ImportKind
}) {
  const done = [removed > 0 && `${removed} removed`, restored > 0 && `${restored} restored`].filter(Boolean)
  return (
    <div className={classes.outcome}>
      <Message tone={kept.length > 0 ? 'note' : 'good'}>
        The import was undone{done.length > 0 && `: ${done.join(', ')}`}.
        {kept.length > 0 && (
          <>
            {' '}
            {kept.length === 1 ? 'This one stays' : `These ${kept.length} stay`}:
            <ul aria-label={`${kind} that stay`}>
              {kept.map(({ id, name, ref, why }) => (
                <li key={`${id} ${name}`}>
                  <b>{name}</b>, {ref && `${ref}, `}
                  {why.charAt(0).toLowerCase() + why.slice(1)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Message>
    </div>
  )
}
