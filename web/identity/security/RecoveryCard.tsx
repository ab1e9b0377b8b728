import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { RECOVERY_CODES, type Security } from '#contract/identity/account.ts'
import { call } from '../../ui/call.ts'
import { formatDate } from '../../ui/formatDate.ts'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame, ModalQuestion, SavingNotice } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { plural } from '../../ui/plural.ts'
import { useSecurityChange } from '../accountApi.ts'
import { RecoveryCodes } from '../setup/RecoveryCodes.tsx'
import classes from './security.module.css'

/** How many recovery codes are left, and making new ones. */
export function RecoveryCard({ recovery }: Pick<Security, 'recovery'>) {
  const [isAsking, setIsAsking] = useState(false)
  const { left, made_at, used_at } = recovery
  return (
    <section className={`el-card ${classes.side}`} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" className="el-h3">
        Recovery codes
      </h2>
      <p className={classes.left}>
        <b>
          {left} of {RECOVERY_CODES}
        </b>{' '}
        left
      </p>
      <div className={classes.bars} aria-hidden>
        {Array.from({ length: RECOVERY_CODES }, (_, index) => (
          <i key={index} data-used={index >= left} />
        ))}
      </div>
      <p className="el-ui el-ink-2">
        {made_at && `Made on ${formatDate(made_at)}${used_at ? `, last used ${formatDate(used_at)}` : ''}. `}
        Each signs you in once if you lose your phone.
      </p>
      <Button
        variant="default"
        fullWidth
        mt={16}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Make new codes
      </Button>
      {isAsking && <NewCodesModal left={left} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

/** The question, and after it the new codes in the same dialog. */
function NewCodesModal({ left, onClose }: { left: number; onClose: () => void }) {
  const life = useModalLife(onClose)
  const { mutate, isPending, data, error } = useSecurityChange(() =>
    call('POST /api/account/recovery-codes', { action: { verb: 'make new recovery codes' } }),
  )
  const codes = data?.data.recovery_codes
  return (
    <ModalFrame
      life={life}
      title="Make New Codes"
      shape={codes ? 'narrow' : 'question'}
      onAskClose={() => !isPending && life.close()}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={life.close} />
      ) : (
        <>
          <div className={frame.body}>
            <SavingNotice notice={error ? { tone: 'bad', text: error.message } : undefined} />
            <ModalQuestion>
              {left > 0
                ? `The ${plural(left, 'code')} you have left ${left === 1 ? 'stops' : 'stop'} working.`
                : 'You have no codes left.'}
            </ModalQuestion>
            <p className="el-ui el-ink-2">You see the ten new ones once.</p>
          </div>
          <div className={frame.foot}>
            <Button variant="default" disabled={isPending} onClick={life.close}>
              Cancel
            </Button>
            <Button disabled={isPending} onClick={() => mutate()}>
              Make new codes
            </Button>
          </div>
        </>
      )}
    </ModalFrame>
  )
}
