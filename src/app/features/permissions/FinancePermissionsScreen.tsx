/** Permissions of the finance area alone, for people of finance and who keeps accounts. */
import PermissionsScreen from './PermissionsScreen.tsx';

export default function FinancePermissionsScreen() {
  return <PermissionsScreen area="finance" />;
}
