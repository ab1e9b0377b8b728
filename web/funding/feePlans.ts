/** The address of the page Fee plans, at a year. */
export const feePlans = (year: string) => ({ menu: 'plans', year })
