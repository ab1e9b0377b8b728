import { IconFileTypePdf, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Profile.module.css'

type PdfLinkProps = { href: string; icon?: TablerIcon; children: ReactNode }

/** Opens a PDF in a new tab. */
export const PdfLink = ({ href, icon: Icon = IconFileTypePdf, children }: PdfLinkProps) => (
  <a className={classes.link} href={href} target="_blank" rel="noopener">
    <Icon size={18} aria-hidden />
    <span>{children}</span>
  </a>
)
