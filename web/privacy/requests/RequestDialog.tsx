import { useMutation } from '@tanstack/react-query'
import type { RightsRequest } from '#contract/privacy/requests.ts'
import { messageOf } from '../../ui/http.ts'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { decide, useRightsChanged } from './requestApi.ts'

export type RequestAction = 'answer' | 'refuse' | 'print' | 'export' | 'anonymise'
/** The dialog that is open. */
export type Action = { what: 'note' } | { what: RequestAction; request: RightsRequest }

const NewRequestModal = lazyDialog(async () => (await import('./NewRequestModal.tsx')).NewRequestModal)
const AnswerModal = lazyDialog(async () => (await import('./AnswerModals.tsx')).AnswerModal)
const RefuseModal = lazyDialog(async () => (await import('./AnswerModals.tsx')).RefuseModal)
const PrintedRefusal = lazyDialog(async () => (await import('./RefusalLetter.tsx')).PrintedRefusal)
const ExportModal = lazyDialog(async () => (await import('../export/ExportModal.tsx')).ExportModal)
const AnonymiseModal = lazyDialog(async () => (await import('../erasure/AnonymiseModal.tsx')).AnonymiseModal)

type RequestDialogProps = { action: Action; onAction: (action: Action) => void; onClose: () => void }

export function RequestDialog({ action, onAction, onClose }: RequestDialogProps) {
  if (action.what === 'note') return <NewRequestModal onClose={onClose} />
  const { what, request } = action
  const student = { id: request.student_id, name: request.student, ref: request.ref }
  if (what === 'answer') return <AnswerModal request={request} onClose={onClose} />
  if (what === 'refuse')
    return (
      <RefuseModal
        request={request}
        onClose={onClose}
        onPrint={(refused) => onAction({ what: 'print', request: refused })}
      />
    )
  if (what === 'print') return <PrintedRefusal request={request} onPrinted={onClose} />
  if (what === 'export') return <ExportModal student={student} request={request.id} onClose={onClose} />
  return <AnonymiseModal student={student} request={request.id} onClose={onClose} />
}

/** Accepting needs no dialog: it can still be refused. */
export function useAccept() {
  const changed = useRightsChanged()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ id }: RightsRequest) => decide(id, { state: 'accepted' }),
    onSettled: changed,
  })
  return { accept: mutate, error: error && messageOf(error), isPending }
}
