import { Link } from '@tanstack/react-router'
import { landingMenu } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { BrandMark } from './BrandMark.tsx'
import { MenuLink } from './MenuLink.tsx'
import classes from './NavBar.module.css'
import { navMenus, settingsMenus } from './navItems.ts'
import { panels } from './panels.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'

export function NavBar() {
  const user = useSessionUser()
  const settings = settingsMenus(user)
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <PhoneMenu />
        <Link to="/dashboard" search={{ menu: landingMenu(user.role) }} className={classes.brand}>
          <BrandMark size={28} />
          Elimu
        </Link>
        <nav aria-label="Main" className={classes.items}>
          {navMenus(user.role).map((menu) => (
            <MenuLink key={menu} menu={menu} className={classes.item}>
              {panels[menu].title}
            </MenuLink>
          ))}
          {settings.length > 0 && <SettingsMenu menus={settings} />}
        </nav>
        <AccountMenu />
      </div>
    </header>
  )
}
