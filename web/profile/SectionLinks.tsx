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
            <Menu.Item key={section} {...linkTo(section)}>
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

const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The same when a page opens at a section, and again once that is loaded, unless the user has moved. Returns how to stop. */
export function openAt(section: SectionId): () => void {
  goTo(section)
  const loading = new ResizeObserver(() => goTo(section))
  const stop = () => {
    loading.disconnect()
    for (const touch of TOUCHES) window.removeEventListener(touch, stop)
  }
  const element = document.getElementById(section)
  if (element) loading.observe(element)
  for (const touch of TOUCHES) window.addEventListener(touch, stop, { passive: true })
  return stop
}

/** The height of what stays at the top of a phone, and a little more. */
const TOP = 130

/**
 * The last section that begins at the top of the window or above. At the end of the page, where later ones cannot reach the top, the
 * focused one, or the last.
 */
function useCurrentSection(sections: SectionId[]): SectionId | undefined {
  const [passed, setPassed] = useState<SectionId>()
  const look = () => {
    const atTop = sections.findLast((id) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top
      return top !== undefined && top < TOP
    })
    const { scrollHeight, clientHeight, scrollTop } = document.documentElement
    const isEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
    const focused = sections.find((id) => document.activeElement?.closest(`#${id}`))
    setPassed(isEnd ? (focused ?? sections.at(-1)) : atTop)
  }
  useWindowEvent('scroll', look, { passive: true })
  useWindowEvent('focusin', look)
  return passed && sections.includes(passed) ? passed : sections[0]
}
