/** Permissions of the finance area only, for finance staff and account administrators. */
import PermissionsScreen from './PermissionsScreen.tsx';

export default function FinancePermissionsScreen() {
  return <PermissionsScreen area="finance" />;
}
