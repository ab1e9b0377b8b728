import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { AllVerified } from './AllVerified.tsx'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import { useVerifying } from './useVerifying.ts'
import { useVerifyKeys } from './useVerifyKeys.ts'
import { VerifyFoot } from './VerifyFoot.tsx'
import classes from './VerifyModal.module.css'
import { VerifyView } from './VerifyView.tsx'

type VerifyModalProps = {
  kind: RecordKind
  /** The one to begin with; else the one that waits longest. */
  first?: number
  onClose: () => void
}

const WIDTH = 1400
const END_WIDTH = 480

/** What waits to be verified, one after the other: what was typed on the left, its PDF on the right. */
export function VerifyModal({ kind, first, onClose }: VerifyModalProps) {
  const life = useModalLife(onClose)
  const verifying = useVerifying(kind, first)
  const [isReturning, setIsReturning] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { queue, record, refresh } = verifying
  const { row } = queue
  const focusFacts = () => box.current?.querySelector<HTMLElement>('[data-facts]')?.focus()
  const startReturn = verifying.giveBack && (() => setIsReturning(true))

  const askClose = () => {
    if (verifying.isBusy) return
    if (isReturning) {
      setIsReturning(false)
      focusFacts()
      return
    }
    refresh()
    life.close()
  }
  useVerifyKeys(
    box,
    isReturning
      ? {}
      : {
          ...(verifying.toNext && { next: verifying.toNext }),
          ...(verifying.toPrevious && { previous: verifying.toPrevious }),
          ...(verifying.verify && { verify: verifying.verify }),
          ...(startReturn && { giveBack: startReturn }),
        },
  )

  const where = `${queue.position.number} of ${queue.position.total}`
  const isThrough = !queue.isLoading && row === undefined
  return (
    <ModalFrame
      life={life}
      title={recordKinds[kind].verb}
      subtitle={row && where}
      width={isThrough ? END_WIDTH : WIDTH}
      onAskClose={askClose}
      isDirty={isReturning}
      fillsPhone
    >
      <div ref={box} className={classes.box} data-fills={!isThrough}>
        <VisuallyHidden component="output">
          {row && `${verifying.said} ${row.student}, ${where}`}
        </VisuallyHidden>
        {verifying.error && (
          <div className={classes.failure}>
            <LoadFailure error={verifying.error} onRetry={verifying.retry} />
          </div>
        )}
        {isThrough && !verifying.error ? (
          <AllVerified tally={verifying.tally} onClose={askClose} />
        ) : (
          <>
            <VerifyView
              kind={kind}
              row={row}
              record={record}
              pdf={verifying.pdf}
              refusal={verifying.refusal}
              onPdfShown={verifying.onPdfShown}
            />
            <VerifyFoot
              verifying={verifying}
              isReturning={isReturning}
              onReturn={startReturn}
              onReturned={() => {
                setIsReturning(false)
                focusFacts()
              }}
              onKeep={askClose}
            />
          </>
        )}
      </div>
    </ModalFrame>
  )
}
