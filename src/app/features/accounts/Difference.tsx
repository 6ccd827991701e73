/** Shows which items of a list were removed and which were added. */

interface Props {
  before: readonly string[];
  after: readonly string[];
}

export function AccountDifference({ before, after }: Props) {
  const gone = before.filter((one) => !after.includes(one));
  const come = after.filter((one) => !before.includes(one));
  return (
    <>
      {gone.map((one) => (
        <del key={one}>
          <bdi>{one}</bdi>
        </del>
      ))}
      {come.map((one) => (
        <ins key={one}>
          <bdi>{one}</bdi>
        </ins>
      ))}
    </>
  );
}
