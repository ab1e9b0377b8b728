import { Menu, UnstyledButton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronDown, IconListTree } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { type SectionId, sectionTitles } from './profileSections.ts'
import classes from './SectionLinks.module.css'

type SectionLinksProps = {
  sections: SectionId[]
  /** Called before the page scrolls to a section. */
  onGo: (section: SectionId) => void
}

/** Links to the sections of a profile: in a row, and on a phone in the menu of a button that stays at the top. */
export function SectionLinks({ sections, onGo }: SectionLinksProps) {
  const current = useCurrentSection(sections)
  const isPhone = useIsPhone()
  if (!current) return null
  const linkTo = (section: SectionId) => ({
    component: 'a' as const,
    href: `#${section}`,
    'aria-current': section === current || undefined,
    onClick(event: MouseEvent) {
      event.preventDefault()
      onGo(section)
      goTo(section)
    },
  })
  if (!isPhone)
    return (
      <nav className={classes.links} aria-label="Sections" data-screen-only>
        {sections.map((section) => (
          <UnstyledButton key={section} className={classes.link} {...linkTo(section)}>
            {sectionTitles[section]}
          </UnstyledButton>
        ))}
      </nav>
    )
  return (
    <nav className={classes.bar} aria-label="Sections" data-screen-only>
      <Menu width="target" offset={0} returnFocus={false} portalProps={{ target: '#content' }}>
        <Menu.Target>
          <UnstyledButton className={classes.open} aria-label={`Sections: ${sectionTitles[current]}`}>
            <IconListTree size={20} aria-hidden />
            {sectionTitles[current]}
            <IconChevronDown size={20} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {sections.map((section) => (
            <Menu.Item key={section} className={classes.item ?? ''} {...linkTo(section)}>
              {sectionTitles[section]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}

/** Scrolls to a section, which also gets the focus. */
export function goTo(section: SectionId): void {
  const element = document.getElementById(section)
  element?.scrollIntoView()
  element?.focus({ preventScroll: true })
}

/** The height of what stays at the top of a phone, and a little more. */
const TOP = 130

/** The last section that begins at the top of the window or above. */
function useCurrentSection(sections: SectionId[]): SectionId | undefined {
  const [passed, setPassed] = useState<SectionId>()
  useWindowEvent(
    'scroll',
    () =>
      setPassed(
        sections.findLast((id) => {
          const top = document.getElementById(id)?.getBoundingClientRect().top
          return top !== undefined && top < TOP
        }),
      ),
    { passive: true },
  )
  return passed && sections.includes(passed) ? passed : sections[0]
}
