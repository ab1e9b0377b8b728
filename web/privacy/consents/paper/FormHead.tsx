import type { ReactNode } from 'react'
import type { Words } from '#contract/privacy/sharedList.ts'
import { charity } from '../../../ui/charity.ts'
import { Both } from './Both.tsx'
import classes from './ConsentForm.module.css'
import { both } from './formWords.ts'

type FormHeadProps = { title: Words; studentRef: string; children?: ReactNode }

/** The head of each side of a form: the charity, the title, and the student's ref. */
export const FormHead = ({ title, studentRef, children }: FormHeadProps) => (
  <header className={classes.head}>
    <div>
      <p className={classes.charity}>{charity.name}</p>
      <h1>
        <Both of={title} />
      </h1>
    </div>
    <div className={classes.ref}>
      <Both of={both.ref} />
      <b>{studentRef}</b>
    </div>
    {children}
  </header>
)
