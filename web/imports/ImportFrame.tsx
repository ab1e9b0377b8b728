import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Steps } from '../ui/form/Steps.tsx'
import { capital } from '../ui/plural.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { type ImportStep, importSteps } from './importAddress.ts'
import type { ImportJob } from './importJob.ts'
import { type JobHandle, UnstoredImport } from './ImportJobs.tsx'
import classes from './imports.module.css'
import { titleOf } from './rowWords.ts'

export type StepProps = { kind: ImportKind; handle: JobHandle; job: ImportJob }

type Foot = { back: ReactNode; hint: ReactNode; next: ReactNode }

type ImportFrameProps = {
  kind: ImportKind
  step: ImportStep
  subtitle: ReactNode
  foot?: Foot
  children: ReactNode
}

/** The frame of all steps: the link back to Moving in, the title, and the current step. */
export function ImportFrame({ kind, step, subtitle, foot, children }: ImportFrameProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was clicked is gone. Focusing the title makes screen readers announce the step.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <>
      {/* After the import, Moving in continues with the next step and not with this one. */}
      <BackLink to="/dashboard" search={{ menu: 'import', ...(step !== 'done' && { what: kind }) }}>
        Moving in
      </BackLink>
      <Group gap="12px 24px" align="flex-end" mih={52} mb={{ base: 14, sm: 18 }}>
        <div>
          <h1 ref={title} className="el-h1" tabIndex={-1} aria-describedby={id}>
            {titleOf(kind)}
          </h1>
          <Text id={id} size="body" c="gray" mt={2}>
            {subtitle}
          </Text>
        </div>
        <Steps
          names={importSteps.map(capital)}
          current={importSteps.indexOf(step)}
          // After the import there is no way back to earlier steps, only Undo.
          isOver={step === 'done'}
          searchOf={(index) => ({ menu: 'import', what: kind, step: importSteps[index] })}
        />
      </Group>
      <FootContext value={foot}>
        <Stack gap="var(--el-gap)">
          <UnstoredImport kind={kind} />
          {children}
        </Stack>
        <StepFoot placement="page" />
      </FootContext>
    </>
  )
}

const FootContext = createContext<Foot | undefined>(undefined)

/** The foot of the step: in its last card, or on a phone at the bottom of the page. */
export function StepFoot({ placement = 'card' }: { placement?: 'card' | 'page' }) {
  const foot = useContext(FootContext)
  const isPhone = useIsPhone()
  if (!foot || (placement === 'page') !== isPhone) return null
  return (
    <div className={classes.foot}>
      {foot.back}
      <span className={classes.hint} aria-live="polite">
        {foot.hint}
      </span>
      {foot.next}
    </div>
  )
}

type StepButtonProps = { verb: 'Back' | 'Next'; kind: ImportKind; step: ImportStep }

export const StepButton = ({ verb, kind, step }: StepButtonProps) => (
  <Button
    variant={verb === 'Back' ? 'default' : 'filled'}
    data-next={verb === 'Next' || undefined}
    renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'import', what: kind, step }} {...props} />}
  >
    {verb}: {capital(step)}
  </Button>
)
