import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import frame from '../imports.module.css'

type FoldProps = { icon: ReactNode; title: string; about?: ReactNode; children: ReactNode }

/** One line for what needs no answer, which opens to look it over. */
export function Fold({ icon, title, about, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <button type="button" className={frame.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {icon}
        <span className="el-grow">
          <b className="el-strong">
            {title}
            {about && !isOpen && ':'}
          </b>{' '}
          {!isOpen && about}
        </span>
        <span className={frame.foldWord}>
          {isOpen ? 'Fold' : 'Look over'}
          <Chevron size={16} aria-hidden />
        </span>
      </button>
      {isOpen && children}
    </>
  )
}
