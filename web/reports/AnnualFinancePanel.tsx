import { annualFinance } from './annualFinance.ts'
import { AnnualReport } from './AnnualReport.tsx'

export const AnnualFinancePanel = () => <AnnualReport kind={annualFinance} />
