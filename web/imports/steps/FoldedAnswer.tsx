import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { StatusMark } from '../../ui/StatusBadge.tsx'
import frame from '../imports.module.css'

type FoldedAnswerProps = {
  text: string
  answer: string
  /** `41 rows` */
  count: string
  isLeftOut?: boolean
  onChange: () => void
}

/** An answered question in one line. */
export const FoldedAnswer = ({ text, answer, count, isLeftOut = false, onChange }: FoldedAnswerProps) => (
  <li className={frame.answered}>
    {isLeftOut ? (
      <StatusMark tone="grey" shape="square" />
    ) : (
      <IconCircleCheck size={18} color="var(--el-green)" aria-hidden />
    )}
    <span className="el-grow">
      {text || <i>empty</i>} <IconArrowRight size={18} color="var(--el-ink-3)" aria-hidden />
      <VisuallyHidden> means </VisuallyHidden> <b className="el-strong">{answer}</b>{' '}
      <small className="el-ink-3">{count}</small>
    </span>
    <button
      type="button"
      className={frame.change}
      aria-label={`Change ${text || `empty, ${count}`}`}
      onClick={onChange}
    >
      Change
    </button>
  </li>
)
