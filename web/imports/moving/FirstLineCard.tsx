import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconListSearch, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportKind, MovingStep } from '#contract/imports.ts'
import { type FirstLine, isIn, stepOrder } from './firstLine.ts'
import { HalfwayWords } from './HalfwayWords.tsx'
import classes from './MovingIn.module.css'

type FirstLineCardProps = {
  line: FirstLine
  steps: MovingStep[]
  onChoose: () => void
  onProceed: (kind: ImportKind) => void
  onImport: (kind: ImportKind) => void
}

/** How far moving in is, with the one next step. */
export function FirstLineCard({ line, steps, onChoose, onProceed, onImport }: FirstLineCardProps) {
  const { title, text, step } = line
  const done = steps.filter(isIn).map(({ kind }) => kind)
  return (
    <section className={`el-card ${classes.hero}`} aria-label="Next step">
      <div className={classes.line}>
        <div className="el-grow" aria-live="polite">
          <h2 className={classes.title}>
            {title}
            {typeof step === 'object' && step.does === 'continue' && <HalfwayWords kind={step.kind} />}
          </h2>
          <p className="el-ui el-ink-2 el-numbers">{text}</p>
        </div>
        {step === 'locked' ? (
          <IconLock size={24} aria-hidden />
        ) : step === 'choose' ? (
          <Button variant="default" onClick={onChoose}>
            Choose files
          </Button>
        ) : step === 'missing' ? (
          <Button
            leftSection={<IconListSearch size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'missing' }} {...props} />}
          >
            What Is Missing
          </Button>
        ) : (
          <Button
            rightSection={<IconArrowRight size={18} aria-hidden />}
            onClick={() => (step.does === 'continue' ? onProceed : onImport)(step.kind)}
          >
            {step.word}
          </Button>
        )}
      </div>
      <VisuallyHidden component="p">{`${done.length} of ${steps.length} steps are in`}</VisuallyHidden>
      <div className={classes.bar} aria-hidden>
        {stepOrder
          .toSorted((one, other) => Number(done.includes(other)) - Number(done.includes(one)))
          .map((kind, index) => (
            <i
              key={kind}
              data-state={index < done.length ? 'in' : index === done.length ? 'next' : undefined}
            />
          ))}
      </div>
    </section>
  )
}
