import { Button, Group } from '@mantine/core'
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
  // The focused button was removed. Focusing the title makes screen readers announce the step.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <BackLink to="/dashboard" search={{ menu: listMenus[kind] }}>
        {`Back to ${listMenus[kind]}`}
      </BackLink>
      <div className={classes.head}>
        <div>
          <h1 ref={title} className="el-h1" tabIndex={-1} aria-describedby={id}>
            Import {kind}
          </h1>
          <p id={id} className="el-ink-2">
            {subtitle}
          </p>
        </div>
        <Steps kind={kind} step={step} />
      </div>
      {children}
    </>
  )
}

function Steps({ kind, step }: Pick<ImportFrameProps, 'kind' | 'step'>) {
  const place = importSteps.indexOf(step)
  if (useIsPhone()) return <StepBar place={place} />
  return (
    <ol className={classes.steps} aria-label="Steps">
      {importSteps.map((each, index) => {
        const isDone = index < place || step === 'done'
        const words = (
          <>
            <b className="el-centre el-sm el-strong el-numbers">
              {isDone ? <IconCheck size={16} aria-hidden /> : index + 1}
            </b>
            {stepNames[each]}
          </>
        )
        return (
          <li
            key={each}
            data-state={index === place ? 'now' : isDone ? 'done' : 'ahead'}
            aria-current={index === place ? 'step' : undefined}
          >
            {/* After the import there is no way back to earlier steps, only Undo. */}
            {index < place && step !== 'done' ? (
              <Link
                to="/dashboard"
                search={{ menu: 'import', what: kind, step: each }}
                aria-label={`Back to step ${index + 1}, ${stepNames[each]}`}
              >
                {words}
              </Link>
            ) : (
              <span>{words}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function StepBar({ place }: { place: number }) {
  const step = importSteps[place]
  const next = importSteps[place + 1]
  return (
    <div className={classes.bar}>
      <p className="el-between el-ui el-ink-2">
        <span>
          Step {place + 1} of {importSteps.length}: <b>{step && stepNames[step]}</b>
        </span>
        {next && <span>Next: {stepNames[next]}</span>}
      </p>
      <Group grow gap={4} aria-hidden>
        {importSteps.map((each, index) => (
          <i key={each} data-on={index <= place} />
        ))}
      </Group>
    </div>
  )
}

type StepFootProps = {
  /** In the last card, or fixed at the bottom of a phone's screen. */
  place: 'card' | 'page'
  back: ReactNode
  hint?: ReactNode
  /** The button for the next step. */
  children: ReactNode
}

export function StepFoot({ place, back, hint, children }: StepFootProps) {
  if ((place === 'page') !== useIsPhone()) return null
  return (
    <div className={classes.foot} data-place={place}>
      {back}
      <span className={classes.hint} aria-live="polite">
        {hint}
      </span>
      {children}
    </div>
  )
}

type StepLinkProps = { kind: ImportKind; step: ImportStep }

export const BackButton = ({ kind, step }: StepLinkProps) => (
  <Button
    variant="default"
    renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'import', what: kind, step }} {...props} />}
  >
    Back: {stepNames[step]}
  </Button>
)

export const NextButton = ({ kind, step }: StepLinkProps) => (
  <Button
    renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'import', what: kind, step }} {...props} />}
  >
    Next: {stepNames[step]}
  </Button>
)

type SectionHeadProps = { title: ReactNode; about?: ReactNode; children?: ReactNode }

/** The head of a card, with the actions for all of its rows. */
export const SectionHead = ({ title, about, children }: SectionHeadProps) => (
  <div className={classes.section}>
    <div>
      <h2 className="el-h2">{title}</h2>
      {about && <p className="el-ui el-ink-2">{about}</p>}
    </div>
    {children}
  </div>
)
