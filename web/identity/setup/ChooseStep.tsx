import { Button, Group } from '@mantine/core'
import {
  IconCheck,
  IconDeviceMobile,
  IconFingerprint,
  IconLifebuoy,
  IconLogout,
  IconShieldLock,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StepKind } from '#contract/identity/auth.ts'
import { type Advice, AdviceCard } from '../../ui/card/AdviceCard.tsx'
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx'
import { StatementMark } from '../../ui/Message.tsx'
import classes from './setup.module.css'

type ChooseStepProps = {
  kind: StepKind
  canUsePasskeys: boolean
  onChoose: (kind: StepKind) => void
  leave: { verb: string; isLogout: boolean; onClick: () => void }
  onNext: () => void
}

export const ChooseStep = ({ kind, canUsePasskeys, onChoose, leave, onNext }: ChooseStepProps) => (
  <div className="el-beside">
    <section className="el-card">
      <div className={classes.part}>
        <h2 id="second-step-kind" className="el-h2">
          Choose your second step
        </h2>
        <p className="el-ink-2">
          {canUsePasskeys
            ? 'You can add the other one later, under Account, Security.'
            : 'Passkeys need https, which this server does not use.'}
        </p>
        <ChoiceCards
          labelledBy="second-step-kind"
          className={classes.kinds}
          choices={canUsePasskeys ? kinds : kinds.slice(0, 1)}
          value={kind}
          onChange={onChoose}
        />
      </div>
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={leave.isLogout && <IconLogout size={18} aria-hidden />}
          onClick={leave.onClick}
        >
          {leave.verb}
        </Button>
        <Button onClick={onNext}>Next: Set up</Button>
      </div>
    </section>
    <AdviceCard title="Why a second step" advice={reasons} />
  </div>
)

const reasons: Advice[] = [
  {
    Icon: IconShieldLock,
    title: 'A password can be guessed or stolen',
    text: 'The second step is something only you have.',
  },
  {
    Icon: IconUsers,
    title: 'It protects the children’s records',
    text: 'Names, pictures and school results.',
  },
  {
    Icon: IconLifebuoy,
    title: 'If you lose your phone',
    text: 'Use one of your ten recovery codes, or ask an administrator to reset the second step.',
  },
]

const kindOf = (Icon: TablerIcon, title: string, about: string, points: string[]) => (
  <>
    <StatementMark Icon={Icon} tone="primary" />
    <span className="el-h3 el-strong">{title}</span>
    <span className="el-ui el-ink-2">{about}</span>
    <ul className="el-sm">
      {points.map((point) => (
        <Group component="li" key={point} gap={8} wrap="nowrap" align="flex-start">
          <IconCheck size={17} className="el-ink-3" aria-hidden />
          {point}
        </Group>
      ))}
    </ul>
  </>
)

const kinds: { value: StepKind; content: ReactNode }[] = [
  {
    value: 'totp',
    content: kindOf(
      IconDeviceMobile,
      'Authenticator app',
      'An app on your phone shows a new six-digit code every 30 seconds.',
      ['Works on every computer', 'Works without internet on the phone'],
    ),
  },
  {
    value: 'passkey',
    content: kindOf(
      IconFingerprint,
      'Passkey on this device',
      'Unlock this device with your fingerprint, face or PIN. No code to type.',
      ['Also signs you in without your password', 'For a device that only you use'],
    ),
  },
]
