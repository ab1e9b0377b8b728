import { Box, Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { type ImportStep, importSteps, listMenus } from './importAddress.ts'
import classes from './imports.module.css'

export const stepNames: Record<ImportStep, string> = {
  file: 'File',
  columns: 'Columns',
  values: 'Values',
  check: 'Check',
  done: 'Done',
}

type ImportFrameProps = {
  kind: ImportKind
  step: ImportStep
  subtitle: ReactNode
  children: ReactNode
}

/** The frame of all steps: the link back to the list, the title, and the current step. */
export function ImportFrame({ kind, step, subtitle, children }: ImportFrameProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was clicked is gone. Focusing the title makes screen readers announce the step.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <BackLink to="/dashboard" search={{ menu: listMenus[kind] }}>
        {`Back to ${listMenus[kind]}`}
      </BackLink>
      <Group gap="12px 24px" align="flex-end" mih={52} mb={{ base: 14, sm: 18 }}>
        <div>
          <h1 ref={title} className="el-h1" tabIndex={-1} aria-describedby={id}>
            Import {kind}
          </h1>
          <Text id={id} size="body" c="gray" mt={2}>
            {subtitle}
          </Text>
        </div>
        <Steps kind={kind} step={step} />
      </Group>
      {children}
    </>
  )
}

function Steps({ kind, step }: Pick<ImportFrameProps, 'kind' | 'step'>) {
  const place = importSteps.indexOf(step)
  if (useIsPhone()) return <StepBar place={place} />
  return (
    <Group component="ol" gap={10} ml="auto" className={`el-ui ${classes.steps}`} aria-label="Steps">
      {importSteps.map((each, index) => {
        const isDone = index < place || step === 'done'
        const words = (
          <>
            <b className="el-disc el-sm el-strong el-numbers">
              {isDone ? <IconCheck size={16} aria-hidden /> : index + 1}
            </b>
            {stepNames[each]}
          </>
        )
        return (
          <Group
            component="li"
            key={each}
            gap={10}
            data-state={index === place ? 'now' : isDone ? 'done' : 'ahead'}
            aria-current={index === place ? 'step' : undefined}
          >
            {/* After the import there is no way back to earlier steps, only Undo. */}
            {index < place && step !== 'done' ? (
              <Link
                to="/dashboard"
                search={{ menu: 'import', what: kind, step: each }}
                className={`el-link ${classes.step}`}
                aria-label={`Back to step ${index + 1}, ${stepNames[each]}`}
              >
                {words}
              </Link>
            ) : (
              <span className={`el-medium el-ink-2 ${classes.step}`}>{words}</span>
            )}
          </Group>
        )
      })}
    </Group>
  )
}

function StepBar({ place }: { place: number }) {
  const step = importSteps[place]
  const next = importSteps[place + 1]
  return (
    <Box w="100%">
      <Group justify="space-between" mb={7} className="el-ui el-ink-2">
        <span>
          Step {place + 1} of {importSteps.length}:{' '}
          <Box component="b" c="var(--el-ink)" fw="var(--el-fw-head)">
            {step && stepNames[step]}
          </Box>
        </span>
        {next && <span>Next: {stepNames[next]}</span>}
      </Group>
      <Group grow gap={4} aria-hidden>
        {importSteps.map((each, index) => (
          <Box key={each} h={5} bdrs={3} bg={index > place ? 'var(--el-line)' : 'var(--el-primary)'} />
        ))}
      </Group>
    </Box>
  )
}

type StepFootProps = {
  /** Each step renders both: on a phone, the one at the bottom of the `page` shows; otherwise that in its last `card`. */
  place: 'card' | 'page'
  back: ReactNode
  hint?: ReactNode
  /** The button for the next step. */
  children: ReactNode
}

export function StepFoot({ place, back, hint, children }: StepFootProps) {
  if ((place === 'page') !== useIsPhone()) return null
  return (
    <div className={classes.foot}>
      {back}
      <span className={classes.hint} aria-live="polite">
        {hint}
      </span>
      {children}
    </div>
  )
}

type StepButtonProps = { verb: 'Back' | 'Next'; kind: ImportKind; step: ImportStep }

export const StepButton = ({ verb, kind, step }: StepButtonProps) => (
  <Button
    variant={verb === 'Back' ? 'default' : 'filled'}
    renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'import', what: kind, step }} {...props} />}
  >
    {verb}: {stepNames[step]}
  </Button>
)

type SectionHeadProps = { title: ReactNode; about?: ReactNode; children?: ReactNode }

/** The head of a card, with the actions for all of its rows. */
export const SectionHead = ({ title, about, children }: SectionHeadProps) => (
  <div className={classes.section}>
    <div>
      <h2 className="el-h2">{title}</h2>
      {about && (
        <Text size="ui" c="gray" mt={1}>
          {about}
        </Text>
      )}
    </div>
    {children}
  </div>
)
