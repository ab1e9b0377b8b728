import { IconExternalLink } from '@tabler/icons-react'
import { charity } from '../ui/charity.ts'
import classes from './WebsiteLink.module.css'

export function WebsiteLink() {
  if (!charity.url) return null
  return (
    <a href={charity.url} className={classes.link}>
      Website <IconExternalLink size={16} aria-hidden />
    </a>
  )
}
